import { describeQuery, formatList } from '#domain/describe-query.ts'
import { formatShillings } from '#domain/money.ts'
import { isProblem } from '#domain/problem.ts'
import type { SearchQuery } from '#domain/search-query.ts'
import { getProduct } from '#features/catalogue/get-product.ts'
import type { FoundShoes } from '#features/catalogue/search-shoes.ts'
import { type FoundReply, productsPath, type Reply, type ReplyProduct, toReplyProduct } from '#features/chat/chat-reply.ts'
import type { Context } from '#features/context.ts'

/** An answer with matching shoes, or one that says clearly that there are none, with the nearest. */
export function replyWithShoes({ query, products, total, soldOut, nearest }: FoundShoes): FoundReply {
  if (total > 0) {
    const cards = products.map(toReplyProduct)
    return { response: foundWords(query, cards, total), products: cards, links: total > cards.length ? [listOf(query)] : [], found: true }
  }
  const none =
    query.unknown.length > 0
      ? `Nothing on our shelf is called “${query.unknown.slice(0, 3).join(' ')}”.`
      : `We have no ${describeQuery(query)} in stock now.`
  const said = soldOut.length === 0 ? none : `${formatList(soldOut.map(({ name }) => name))} ${soldOut.length === 1 ? 'is' : 'are'} sold out.`
  const cards = (soldOut.length > 0 ? soldOut : (nearest?.products ?? [])).map(toReplyProduct)
  // The list leaves out the conditions that found nothing.
  const links = [listOf({ ...query, sizes: [], minPrice: undefined, maxPrice: undefined })]
  return { response: nearest ? `${said} ${nearestWords(query, nearest)}` : said, products: cards, links, found: cards.length > 0 }
}

function foundWords(query: SearchQuery, products: ReplyProduct[], total: number): string {
  const [first] = products
  if (first && total === 1) return describeShoe(first)
  const shown = total > products.length ? `Here are ${products.length} of ${total > 100 ? 'more than 100' : total}` : `Here are ${total}`
  const prices = products.map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)].map(formatShillings)
  return `${shown} ${describeQuery(query)}: ${least === most ? `${least} each` : `${least} to ${most}`}.`
}

/** Says which condition was dropped. */
function nearestWords(query: SearchQuery, { without, products: [first], sizes }: NonNullable<FoundShoes['nearest']>): string {
  if (without === 'size') return `The nearest sizes in stock for ${describeQuery({ ...query, sizes: [] })}: ${formatList(sizes)}.`
  if (without === 'price' && first) return `The nearest in price: ${first.name} at ${priceWords(toReplyProduct(first))}.`
  if (without === 'colour') return `The nearest, in other colours: ${describeQuery({ ...query, colours: [] })}.`
  if (without === 'offer') return `The nearest, without a discount: ${describeQuery({ ...query, onOffer: false })}.`
  return `The nearest we have: ${describeQuery(query)}.`
}

/** The product list that comes nearest to a query, and its title; it never shows less than the query asks for. */
function listOf({ kinds, sizes, minPrice, maxPrice, sort }: SearchQuery): { label: string; href: string } {
  const [only, ...others] = kinds.flat()
  const slug = only && others.length === 0 && !only.isPurpose && only.slugs.length === 1 ? only.slugs[0] : undefined
  const query = new URLSearchParams()
  const asked = { size: sizes.length === 1 ? sizes[0] : undefined, min: minPrice, max: maxPrice, sort: sort === 'newest' ? undefined : sort }
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value))
  const path = slug ? `/category/${slug}` : productsPath
  return { label: `See all ${slug ? only?.label : 'shoes'}`, href: query.size > 0 ? `${path}?${query}` : path }
}

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
export async function replyAboutProduct(ctx: Context, id: string, { sizes, foreign }: SearchQuery): Promise<Reply | null> {
  const product = await getProduct(ctx, id).catch(nullIfGone)
  if (!product) return null
  const card = toReplyProduct(product)
  const { name, sizes: inStock } = card
  const asked = foreign ? ` (${foreign.system} ${foreign.label})` : ''
  const there = sizes.filter((size) => inStock.includes(size))
  const wanted = Math.max(...sizes.map(Number))
  const nearest = [...inStock].sort((a, b) => Math.abs(Number(a) - wanted) - Math.abs(Number(b) - wanted)).slice(0, 2)
  const response = !card.is_available
    ? `${name} is sold out in every size.`
    : sizes.length === 0
      ? describeShoe(card)
      : there.length > 0
        ? `Yes, ${name} is in stock in ${formatList(there)}${asked}, at ${priceWords(card)}.`
        : `No, ${name} is not in stock in ${formatList(sizes, 'or')}${asked}. The nearest in stock: ${formatList(nearest)}.`
  return { response, products: [card] }
}

export function nullIfGone(error: unknown): null {
  if (isProblem(error) && error.code === 'product_not_found') return null
  throw error
}

/** `KSh 4,930 (15 % off KSh 5,800)`. */
function priceWords({ price, original_price, discount_percentage }: ReplyProduct): string {
  return original_price === null
    ? formatShillings(price)
    : `${formatShillings(price)} (${discount_percentage} % off ${formatShillings(original_price)})`
}

function describeShoe(shoe: ReplyProduct): string {
  return `${shoe.name} is ${priceWords(shoe)}. In stock in ${shoe.sizes.length === 1 ? 'size' : 'sizes'} ${formatList(shoe.sizes)}.`
}
