import type { Context } from '#core/context.ts'
import { type Categories, oneSize } from '#domain/catalogue.ts'
import { type DeliveryTerms, deliverySentence, feeText } from '#domain/delivery-options.ts'
import { rootPlace } from '#domain/delivery-places.ts'
import { promiseText } from '#domain/delivery-promise.ts'
import { formatShillings } from '#domain/money.ts'
import { unlessRefused } from '#domain/problem.ts'
import { describeQuery, formatList, pageOf } from '#domain/search.ts'
import { anyPrice, type SearchQuery } from '#domain/search-query.ts'
import { peopleOf, productsPath, type Reply, type ReplyProduct, toReplyProduct } from '#features/assistant/chat-reply.ts'
import { getProduct } from '#features/catalogue/get-product.ts'
import { type FoundShoes, type Nearest, nearestSizes } from '#features/catalogue/search-shoes.ts'
import { quoteDelivery } from '#features/delivery/quote-delivery.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'

/** An answer with matching shoes, or one that says clearly that there are none, with the nearest. */
export function replyWithShoes({ query, products, total, soldOut, nearest }: FoundShoes, shop: Categories): Reply {
  const cards = [...products, ...soldOut, ...(nearest?.products.slice(0, 3) ?? [])].map(toReplyProduct)
  if (total > 0) return { response: foundWords(query, cards, total), products: cards, links: total > cards.length ? [listOf(query, shop)] : [] }
  const none =
    soldOut.length > 0
      ? `${formatList(soldOut.map(({ name }) => name))} ${soldOut.length === 1 ? 'is' : 'are'} sold out.`
      : query.unknown.length > 0
        ? `Nothing on our shelf is called “${query.unknown.slice(0, 3).join(' ')}”.`
        : `We have no ${describeQuery(query)} in stock now.`
  // The list leaves out the conditions that found nothing.
  const links = [listOf({ ...query, sizes: [], ...anyPrice }, shop)]
  return { response: nearest ? `${none} ${nearestWords(nearest, query)}` : none, products: cards, links, found: cards.length > 0 }
}

function foundWords(query: SearchQuery, products: ReplyProduct[], total: number): string {
  const [first] = products
  if (first && total === 1) return describeShoe(first)
  const shown = total > products.length ? `Here are ${products.length} of ${total > 100 ? 'more than 100' : total}` : `Here are ${total}`
  const prices = products.map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)].map(formatShillings)
  return `${shown} ${describeQuery(query)}: ${least === most ? `${least} each` : `${least} to ${most}`}.`
}

/** Says what is offered in place of what was asked for. */
function nearestWords({ query, products: [first], sizes }: Nearest, asked: SearchQuery): string {
  const words = describeQuery(query)
  if (sizes.length > 0) return `The nearest sizes in stock for ${words}: ${formatList(sizes)}.`
  const isPriceAlone = asked.unknown.length === 0 && words === describeQuery({ ...asked, ...anyPrice })
  return isPriceAlone && first ? `The nearest in price: ${first.name} at ${priceWords(toReplyProduct(first))}.` : `The nearest we have: ${words}.`
}

/** The product list that comes nearest to a query, and its title; it never shows less than the query asks for. */
function listOf({ kinds, sizes, minPrice, maxPrice, sort }: SearchQuery, shop: Categories): { label: string; href: string } {
  const [only, ...others] = kinds.flat()
  const slug = only && others.length === 0 && !only.isPurpose ? pageOf(only.slugs, shop) : undefined
  const asked = { size: sizes.length === 1 ? sizes[0] : undefined, min: minPrice, max: maxPrice, sort: sort === 'newest' ? undefined : sort }
  const query = new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
  const path = slug ? `/category/${slug}` : productsPath
  return { label: `See all ${slug ? only?.label : 'shoes'}`, href: query.size > 0 ? `${path}?${query}` : path }
}

/** Whether a message is about the product of its page: it names no other shoe, and asks for a size, the price, or "this one". */
export function asksAboutPage({ kinds, names, colours, audience, sizes, asksFacts, maxPrice, unknown }: SearchQuery, message: string): boolean {
  if (kinds.length + names.length + colours.length > 0 || audience !== null || maxPrice !== undefined) return false
  const isThis = /\b(this|these|it|its|it's|hii|hiki|hizi|hivi|hicho|them)\b/i.test(message)
  const asks = sizes.length > 0 || asksFacts || /\b(stock|available|left|colou?rs?|made of|leather|ziko|iko)\b/i.test(message)
  return asks && (isThis || unknown.length === 0)
}

/** Name, price and sizes of the page's product; null where the product no longer exists. */
export async function replyAboutProduct(ctx: Context, id: string, said: SearchQuery): Promise<Reply | null> {
  const product = await unlessRefused('product_not_found', getProduct(ctx, id), null)
  const card = product && toReplyProduct(product)
  return card && { response: productWords(card, said), products: [card] }
}

function productWords(card: ReplyProduct, { sizes, foreign }: SearchQuery): string {
  if (!card.is_available) return `${card.name} is sold out in every size.`
  if (sizes.length === 0) return describeShoe(card)
  const asked = foreign ? ` (${foreign.system} ${foreign.label})` : ''
  const there = sizes.filter((size) => card.sizes.includes(size))
  if (there.length > 0) return `Yes, ${card.name} is in stock in ${formatList(there)}${asked}, at ${priceWords(card)}.`
  const nearest = nearestSizes(card.sizes, sizes)
  const others = nearest.length > 0 ? `The nearest in stock: ${formatList(nearest)}.` : `In stock: ${formatList(card.sizes)}.`
  return `No, ${card.name} is not in stock in ${formatList(sizes, 'or')}${asked}. ${others}`
}

/** `KSh 4,930 (15 % off KSh 5,800)`. */
function priceWords({ price, original_price, discount_percentage }: ReplyProduct): string {
  return original_price === null
    ? formatShillings(price)
    : `${formatShillings(price)} (${discount_percentage} % off ${formatShillings(original_price)})`
}

function describeShoe(shoe: ReplyProduct): string {
  return `${shoe.name} is ${priceWords(shoe)}. ${shoe.sizes[0] === oneSize ? 'It is in stock' : `In stock in ${shoe.sizes.length === 1 ? 'size' : 'sizes'} ${formatList(shoe.sizes)}`}.`
}

/**
 * Answers with each option to the place that a text names, with its fee and days, the cheapest first, for an order of this instant; where it names none
 * (`isPlaced` is false) it asks for the town.
 */
export async function replyAboutDelivery(ctx: Context, text: string, at = new Date()): Promise<Reply & { isPlaced: boolean }> {
  const terms = await readDeliveryTerms(ctx)
  const id = placeIn(terms, text)
  if (id === null) return { response: whichTown, isPlaced: false }
  const { place, options } = await quoteDelivery(ctx, { place: id }, at)
  if (options.length === 0) return { response: deliverySentence(place.name, undefined), links: peopleOf(ctx.services.shop), isPlaced: true }
  const lines = options.map(({ option_id, kind, name, fee, address, courier, promised_from, promised_to }) => {
    // What the visitor will buy is not known: from this amount on the option is free.
    const freeFrom = fee > 0 && terms.options.find((option) => option.id === option_id)?.free_from
    const where = [courier, address].filter(Boolean).join(', ')
    const cost = `${feeText(fee)}${freeFrom ? ` (free from ${formatShillings(freeFrom)} of shoes)` : ''}`
    return `${name}${where && `, ${where}`}: ${cost} · ${promiseText({ delivery_kind: kind, promised_from, promised_to })}`
  })
  return { response: `Delivery to ${place.name}, if you order now:\n${lines.join('\n')}`, isPlaced: true }
}

/** Whether a text names a town, an estate or a stage. */
export async function namesPlace(ctx: Context, text: string): Promise<boolean> {
  return placeIn(await readDeliveryTerms(ctx), text) !== null
}

const whichTown =
  'Which town or estate is it for? Tell me, and I name the fee and the days. The page of every shoe says them too: tap Change beside the delivery there, and choose your place.'

/** The place after the last `to` of a text, else one that it names anywhere: names of shoes are names of places too. Kenya as a whole is not a place. */
function placeIn({ places }: DeliveryTerms, text: string): string | null {
  const after = text.split(/\b(?:to|hadi|mpaka)\b/i).at(-1) ?? ''
  const found = places.ofAddress(after) ?? places.ofAddress(text)
  return found && found.id !== rootPlace ? found.id : null
}
