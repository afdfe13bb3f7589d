import type { ReplyProduct } from '#domain/assistant.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import { productPath } from '#features/chat/paths.ts'

/** A product of the shelf as an answer shows it: the prices are those of the shelf, made by the shop's one function. */
export function toReplyProduct({ id, name, price, unit_price, discount_percentage, image_url, sizes, is_available }: ProductCard): ReplyProduct {
  return {
    id,
    name,
    price: unit_price,
    original_price: discount_percentage > 0 ? price : null,
    discount_percentage,
    image_url,
    sizes: is_available ? sizes.filter(({ stock }) => stock > 0).map(({ label }) => label) : [],
    is_available,
    url: productPath(id),
  }
}

/** `KSh 4,930 (15 % off KSh 5,800)`. */
export function priceWords({ price, original_price, discount_percentage }: ReplyProduct): string {
  return original_price === null
    ? formatShillings(price)
    : `${formatShillings(price)} (${discount_percentage} % off ${formatShillings(original_price)})`
}
