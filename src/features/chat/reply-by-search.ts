import { type ChatReply, fallbackReply, orderLinkMark, type ReplyLink, type ReplyProduct } from '#domain/assistant.ts'
import { helpOn, topicsOf } from '#domain/chat-topics.ts'
import { shortCode } from '#domain/placed-order.ts'
import { emptyQuery, following, isFollowing, type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ChatTopic } from '#domain/topic-words.ts'
import { inEuSizes, readShoes } from '#features/catalogue/read-shoes.ts'
import { conversionIn, conversionWords } from '#features/chat/convert-size.ts'
import { replyAboutOrder, replyAboutPaidTwice, withRefund } from '#features/chat/order-reply.ts'
import { productsPath, signUpPath } from '#features/chat/paths.ts'
import { peopleOf } from '#features/chat/people.ts'
import { asksAboutPage, replyAboutProduct } from '#features/chat/product-reply.ts'
import type { Question } from '#features/chat/question.ts'
import { replyWithShoes } from '#features/chat/shoe-reply.ts'
import type { Context } from '#features/context.ts'
import { findHelp, readSizeGuide } from '#features/help/help-texts.ts'

/** An answer without a model. `found` is false where the answer only says that the shop does not know. */
export type FoundReply = ChatReply & { found: boolean }

/** Answers a message from the products, the help pages and the shop's own facts, by its words. */
export async function replyBySearch(ctx: Context, question: Question): Promise<FoundReply> {
  const { message, visitor } = question
  const topics = topicsOf(message)
  const [topic] = topics
  if (topic === 'human') return found({ response: humanWords(ctx.services.shop), links: peopleOf(ctx.services.shop) })
  if (topic === 'paid-twice') return found(await replyAboutPaidTwice(ctx, visitor))
  if (topic === 'refund') return found(await withRefund(ctx, visitor, await replyOnTopic(ctx, topic, message)))
  if (topic === 'order' || (topics.length === 0 && namesOrder(question))) return found(await replyAboutOrder(ctx, visitor))
  const conversion = conversionIn(message)
  if (conversion) {
    const words = conversionWords(await readSizeGuide(ctx), conversion)
    if (words) return found({ response: words, links: [{ label: 'Size guide', href: '/help#size-guide' }] })
  }
  const said = await readShoes(ctx, message)
  const onPage = visitor.productId !== null && asksAboutPage(said, message)
  const query = await inEu(ctx, !onPage && isFollowing(said) ? following(said, await soughtBefore(ctx, question)) : said)
  if (visitor.productId !== null && onPage) {
    const about = await replyAboutProduct(ctx, visitor.productId, query)
    if (about) return found(about)
  }
  const help = topic === undefined ? null : await replyOnTopic(ctx, topic, message)
  if (help && !isSpecific(query)) return help
  if (!wantsShoes(query)) return help ?? smallTalk(ctx, topics) ?? (await replyFromHelp(ctx, message, query)) ?? notFound(ctx.services.shop)
  // Beside help, an unknown word belongs to the topic of the help: a town, a day.
  const shoes = await replyWithShoes(ctx, help ? { ...query, unknown: [] } : query)
  if (!help) return shoes.found ? shoes : withPeople(shoes, ctx.services.shop)
  return { ...shoes, response: `${help.response}\n\n${shoes.response}`, links: [...help.links, ...shoes.links], found: true }
}

/** Whether the message has the link or code of an order, with no other known topic. */
function namesOrder({ message, visitor: { order } }: Question): boolean {
  return order !== null && (message.includes(orderLinkMark) || message.toLowerCase().includes(shortCode(order.id)))
}

/** What the visitor has looked for so far. */
async function soughtBefore(ctx: Context, { history }: Question): Promise<SearchQuery> {
  let sought = emptyQuery
  for (const { role, text } of history) {
    const query = role === 'user' ? await readShoes(ctx, text) : emptyQuery
    if (wantsShoes(query)) sought = isFollowing(query) ? following(query, sought) : query
  }
  return sought
}

/** Converts sizes of other systems to EU; a size that the size guide does not have stays as it is. */
async function inEu(ctx: Context, query: SearchQuery): Promise<SearchQuery> {
  const converted = await inEuSizes(ctx, query)
  if (!query.foreign || converted.sizes.length > 0) return converted
  return { ...query, sizes: [`${query.foreign.system} ${query.foreign.label}`] }
}

/** Whether a message names shoes so clearly that help alone would be half an answer. */
function isSpecific({ kinds, names, sizes, colours, maxPrice, onOffer }: SearchQuery): boolean {
  return names.length > 0 || (kinds.length > 0 && (sizes.length + colours.length > 0 || maxPrice !== undefined || onOffer))
}

/** The answer of the help pages, or of the shop's own facts, to a topic. */
async function replyOnTopic(ctx: Context, topic: ChatTopic, message: string): Promise<FoundReply | null> {
  const { shop } = ctx.services
  if (topic === 'codes')
    return found({
      response: 'The prices you see are the prices everybody pays: discounts already stand on the shoes, and there are no codes to type in.',
      links: [{ label: 'See what is reduced', href: `${productsPath}?sort=discount` }, ...peopleOf(shop)],
    })
  if (topic === 'contact') return found({ response: contactWords(shop), links: peopleOf(shop) })
  const help = helpOn(topic)
  if (!help) return null
  const inSection = ({ slug }: { slug: string }) => slug === help.section
  const said = await findHelp(ctx, message)
  const answer = said.find(inSection) ?? (await findHelp(ctx, help.words)).find(inSection) ?? said[0]
  if (!answer) return null
  const more: ReplyLink[] = topic === 'affiliate' && ctx.actor.userId === null ? [{ label: 'Sign Up', href: signUpPath }] : []
  return found({ response: answer.excerpt, links: [{ label: answer.title, href: answer.href }, ...more] })
}

function smallTalk(_: Context, topics: ChatTopic[]): FoundReply | null {
  if (topics.includes('thanks')) return found({ response: 'You are welcome! Is there anything else I can look up for you?' })
  if (topics.includes('greeting')) return found({ response: fallbackReply })
  return null
}

/** The help pages may still answer a message that no topic names. */
async function replyFromHelp(ctx: Context, message: string, { unknown }: SearchQuery): Promise<FoundReply | null> {
  if (unknown.length === 0) return null
  const [answer] = await findHelp(ctx, message)
  return answer ? found({ response: answer.excerpt, links: [{ label: answer.title, href: answer.href }] }) : null
}

function notFound(shop: ShopFacts): FoundReply {
  return withPeople(
    {
      response:
        'I did not find anything about that. I know the shoes on our shelf, their sizes and prices, and how ordering, paying, delivery and returns work. Our people know more: ask them on WhatsApp.',
      products: [],
      links: [],
      found: false,
    },
    shop,
  )
}

function withPeople(reply: FoundReply, shop: ShopFacts): FoundReply {
  return { ...reply, links: [...reply.links, ...peopleOf(shop)] }
}

function humanWords({ name, phone }: ShopFacts): string {
  return `I am the assistant of ${name}, a program. Our people answer on WhatsApp and by phone at ${phone}.`
}

function contactWords({ location, phone, email }: ShopFacts): string {
  return `We are in ${location}. Call or write on WhatsApp: ${phone}. E-mail: ${email}. This shop on the web is always open.`
}

function found(reply: Partial<ChatReply> & { response: string; products?: ReplyProduct[] }): FoundReply {
  return { products: [], links: [], ...reply, found: true }
}
