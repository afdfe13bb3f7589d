import type { ChatReply, ReplyProduct } from '#domain/assistant.ts'
import { describeQuery, formatList } from '#domain/describe-query.ts'
import { formatShillings } from '#domain/money.ts'
import type { SearchQuery } from '#domain/search-query.ts'
import type { FoundShoes } from '#features/catalogue/search-shoes.ts'
import { listOf } from '#features/chat/paths.ts'
import { priceWords, toReplyProduct } from '#features/chat/to-reply-product.ts'

/** An answer with matching shoes, or one that says clearly that there are none, with the nearest. */
export function replyWithShoes({ query, total, ...found }: FoundShoes): ChatReply & { found: boolean } {
  const products = found.products.map(toReplyProduct)
  const soldOut = found.soldOut.map(toReplyProduct)
  const nearest = found.nearest && { ...found.nearest, products: found.nearest.products.map(toReplyProduct) }
  if (total > 0) return { response: foundWords(query, products, total), products, links: total > products.length ? [listOf(query)] : [], found: true }
  // Without the conditions that found nothing.
  const all = [listOf({ ...query, sizes: [], minPrice: undefined, maxPrice: undefined })]
  const said =
    soldOut.length > 0 ? `${formatList(soldOut.map(({ name }) => name))} ${soldOut.length === 1 ? 'is' : 'are'} sold out.` : noneWords(query)
  if (nearest)
    return { response: `${said} ${nearestWords(query, nearest)}`, products: soldOut.length > 0 ? soldOut : nearest.products, links: all, found: true }
  return { response: said, products: soldOut, links: all, found: soldOut.length > 0 }
}

function foundWords(query: SearchQuery, products: ReplyProduct[], total: number): string {
  const [first] = products
  if (first && total === 1) {
    const sizes = first.sizes.length === 1 ? `size ${first.sizes[0]}` : `sizes ${formatList(first.sizes)}`
    return `${first.name} is ${priceWords(first)}. In stock in ${sizes}.`
  }
  const shown = total > products.length ? `Here are ${products.length} of ${total > 100 ? 'more than 100' : total}` : `Here are ${total}`
  return `${shown} ${describeQuery(query)}: ${priceSpan(products)}.`
}

function priceSpan(products: ReplyProduct[]): string {
  const prices = products.map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  return least === most ? `${formatShillings(least)} each` : `${formatShillings(least)} to ${formatShillings(most)}`
}

function noneWords(query: SearchQuery): string {
  if (query.unknown.length > 0) return `Nothing on our shelf is called “${query.unknown.slice(0, 3).join(' ')}”.`
  return `We have no ${describeQuery(query)} in stock now.`
}

/** Each label says which condition was dropped. */
function nearestWords(
  query: SearchQuery,
  { without, products: [first], sizes }: Omit<NonNullable<FoundShoes['nearest']>, 'products'> & { products: ReplyProduct[] },
): string {
  if (!first) return ''
  const rest = describeQuery({
    ...query,
    ...{ size: { sizes: [] }, price: { minPrice: undefined, maxPrice: undefined }, colour: { colours: [] }, offer: { onOffer: false }, word: {} }[
      without
    ],
  })
  const words = {
    size: `The nearest sizes in stock for ${rest}: ${formatList(sizes)}.`,
    price: `The nearest in price: ${first.name} at ${priceWords(first)}.`,
    colour: `The nearest, in other colours: ${rest}.`,
    offer: `The nearest, without a discount: ${rest}.`,
    word: `The nearest we have: ${rest}.`,
  }
  return words[without]
}
