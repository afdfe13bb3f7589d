import type { ChatReply } from '#domain/assistant.ts'
import { formatList } from '#domain/describe-query.ts'
import { isProblem } from '#domain/problem.ts'
import type { SearchQuery } from '#domain/search-query.ts'
import { getProduct } from '#features/catalogue/get-product.ts'
import { priceWords, toReplyProduct } from '#features/chat/to-reply-product.ts'
import type { Context } from '#features/context.ts'

/** Whether a message is about the product of its page: it names no other shoe, and asks for a size, the price, or "this one". */
export function asksAboutPage(
  { kinds, names, colours, audience, sizes, asksPrice, asksSizes, maxPrice, foreign, unknown }: SearchQuery,
  message: string,
): boolean {
  if (kinds.length + names.length + colours.length > 0 || audience !== null || maxPrice !== undefined) return false
  const isThis = /\b(this|these|it|its|it's|hii|hiki|hizi|hivi|hicho|them)\b/i.test(message)
  const asks =
    sizes.length > 0 || foreign !== null || asksPrice || asksSizes || /\b(stock|available|left|colou?rs?|made of|leather|ziko|iko)\b/i.test(message)
  return asks && (isThis || unknown.length === 0)
}

/** Name, price and sizes of the page's product; null where the product no longer exists. */
export async function replyAboutProduct(
  ctx: Context,
  id: string,
  { sizes, foreign }: SearchQuery,
): Promise<Pick<ChatReply, 'response' | 'products'> | null> {
  const product = await getProduct(ctx, id).catch((error) => {
    if (isProblem(error) && error.code === 'product_not_found') return null
    throw error
  })
  if (!product) return null
  const card = toReplyProduct(product)
  const asked = foreign ? ` (${foreign.system} ${foreign.label})` : ''
  const there = sizes.filter((size) => card.sizes.includes(size))
  const said = (words: string) => ({ response: words, products: [card] })
  if (!card.is_available) return said(`${card.name} is sold out in every size.`)
  if (sizes.length === 0) return said(`${card.name} is ${priceWords(card)}. ${inStock(card.sizes)}`)
  if (there.length > 0) return said(`Yes, ${card.name} is in stock in ${formatList(there)}${asked}, at ${priceWords(card)}.`)
  const wanted = Math.max(...sizes.map(Number))
  const nearest = [...card.sizes].sort((a, b) => Math.abs(Number(a) - wanted) - Math.abs(Number(b) - wanted)).slice(0, 2)
  return said(`No, ${card.name} is not in stock in ${formatList(sizes, 'or')}${asked}. The nearest in stock: ${formatList(nearest)}.`)
}

function inStock(sizes: string[]): string {
  return `In stock in ${sizes.length === 1 ? 'size' : 'sizes'} ${formatList(sizes)}.`
}
