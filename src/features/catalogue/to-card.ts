import { plainDescription } from '#core/markdown.ts'
import { shelf } from '#db/schema.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { toShillings } from '#domain/money.ts'

/** The columns of a card, for `select(cardColumns).from(shelf)`. */
export const cardColumns = {
  id: shelf.id,
  name: shelf.name,
  price: shelf.price,
  unit_price: shelf.unit_price,
  discount_percentage: shelf.discount_percentage,
  image_url: shelf.image_url,
  is_available: shelf.is_available,
  stock: shelf.stock,
  sizes: shelf.sizes,
}

export type CardRow = Pick<typeof shelf.$inferSelect, keyof typeof cardColumns>

/** A row of the shelf with the fields of a card only. Available means: on the shelf and some size in stock (decisions, Sizes and stock). */
export function toCard(row: CardRow): ProductCard {
  const { id, name, discount_percentage, image_url, sizes } = row
  return {
    id,
    name,
    price: toShillings(row.price),
    unit_price: toShillings(row.unit_price),
    discount_percentage,
    image_url,
    is_available: row.is_available && row.stock > 0,
    sizes,
  }
}

/** The first sentence of a description. */
export function toBlurb(description: string): string {
  const text = plainDescription(description)
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}
