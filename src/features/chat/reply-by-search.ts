import { type ChatReply, fallbackReply, orderLinkMark, type ReplyLink, type ReplyProduct } from '#domain/assistant.ts'
import { helpOn, topicsOf } from '#domain/chat-topics.ts'
import { shortCode } from '#domain/placed-order.ts'
import { type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ChatTopic } from '#domain/topic-words.ts'
import { searchShoes } from '#features/catalogue/search-shoes.ts'
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
  const help = topic === undefined ? null : await replyOnTopic(ctx, topic, message)
  const earlier = question.history.filter(({ role }) => role === 'user').map(({ text }) => text)
  // Beside help, an unknown word belongs to the topic of the help: a town, a day.
  const looked = await searchShoes(ctx, { text: message, earlier, ignoreUnknown: help !== null })
  const { said, query } = looked
  if (visitor.productId !== null && asksAboutPage(said, message)) {
    const about = await replyAboutProduct(ctx, visitor.productId, said)
    if (about) return found(about)
  }
  if (help && !isSpecific(query)) return help
  if (!wantsShoes(query)) return help ?? smallTalk(ctx, topics) ?? (await replyFromHelp(ctx, message, query)) ?? notFound(ctx.services.shop)
  const shoes = replyWithShoes(looked)
  if (!help) return shoes.found ? shoes : withPeople(shoes, ctx.services.shop)
  return { ...shoes, response: `${help.response}\n\n${shoes.response}`, links: [...help.links, ...shoes.links], found: true }
}

/** Whether the message has the link or code of an order, with no other known topic. */
function namesOrder({ message, visitor: { order } }: Question): boolean {
  return order !== null && (message.includes(orderLinkMark) || message.toLowerCase().includes(shortCode(order.id)))
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
