import { fallbackReply, orderLinkMark } from '#domain/assistant.ts'
import { type ChatTopic, helpOn, topicsOf } from '#domain/chat-topics.ts'
import { shortCode } from '#domain/placed-order.ts'
import { type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { searchShoes } from '#features/catalogue/search-shoes.ts'
import { type ChatReply, peopleOf, productsPath, type ReplyLink, signUpPath } from '#features/chat/chat-reply.ts'
import { conversionIn, conversionWords } from '#features/chat/convert-size.ts'
import type { Question } from '#features/chat/question.ts'
import { asksAboutPage, replyAboutProduct, replyWithShoes } from '#features/chat/shoe-reply.ts'
import { replyAboutOrder, replyAboutPaidTwice, withRefund } from '#features/chat/visitor-orders.ts'
import type { Context } from '#features/context.ts'
import { findHelp, type HelpAnswer, readSizeGuide } from '#features/help/help-texts.ts'

/** An answer without a model. `found` is false where the answer only says that the shop does not know. */
export type FoundReply = ChatReply & { found: boolean }

/** Answers a message from the products, the help pages, the visitor's own orders and the shop's own facts, by its words. */
export async function replyBySearch(ctx: Context, question: Question): Promise<FoundReply> {
  const { message, history, visitor } = question
  const { shop } = ctx.services
  const topics = topicsOf(message)
  const [topic] = topics
  if (topic === 'human') {
    const response = `I am the assistant of ${shop.name}, a program. Our people answer on WhatsApp and by phone at ${shop.phone}.`
    return found({ response, links: peopleOf(shop) })
  }
  if (topic === 'paid-twice') return found(await replyAboutPaidTwice(ctx, visitor))
  if (topic === 'refund') return found(await withRefund(ctx, visitor, await replyOnTopic(ctx, topic, message)))
  if (topic === 'order' || (topics.length === 0 && namesOrder(question))) return found(await replyAboutOrder(ctx, visitor))
  const conversion = conversionIn(message)
  const sizes = conversion && conversionWords(await readSizeGuide(ctx), conversion)
  if (sizes) return found({ response: sizes, links: [{ label: 'Size guide', href: '/help#size-guide' }] })

  const help = topic === undefined ? null : await replyOnTopic(ctx, topic, message)
  const earlier = history.flatMap(({ role, text }) => (role === 'user' ? [text] : []))
  // Beside help, an unknown word belongs to the topic of the help: a town, a day.
  const shoes = await searchShoes(ctx, { text: message, earlier, ignoreUnknown: help !== null })
  if (visitor.productId !== null && asksAboutPage(shoes.said, message)) {
    const about = await replyAboutProduct(ctx, visitor.productId, shoes.said)
    if (about) return found(about)
  }
  if (help && !isSpecific(shoes.query)) return help
  if (!wantsShoes(shoes.query)) return help ?? smallTalk(topics) ?? (await replyFromHelp(ctx, message, shoes.query)) ?? notFound(shop)
  const reply = replyWithShoes(shoes)
  if (!help) return reply.found ? reply : { ...reply, links: [...reply.links, ...peopleOf(shop)] }
  return { ...reply, response: `${help.response}\n\n${reply.response}`, links: [...help.links, ...reply.links], found: true }
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
  if (topic === 'contact') {
    const { location, phone, email } = shop
    const response = `We are in ${location}. Call or write on WhatsApp: ${phone}. E-mail: ${email}. This shop on the web is always open.`
    return found({ response, links: peopleOf(shop) })
  }
  const help = helpOn(topic)
  if (!help) return null
  const { section, words } = help
  const inSection = ({ slug }: HelpAnswer) => slug === section
  const said = await findHelp(ctx, message)
  const answer = said.find(inSection) ?? (await findHelp(ctx, words)).find(inSection) ?? said[0]
  const signUp: ReplyLink[] = topic === 'affiliate' && ctx.actor.userId === null ? [{ label: 'Sign Up', href: signUpPath }] : []
  return answer ? helpReply(answer, signUp) : null
}

/** The help pages may still answer a message that no topic names. */
async function replyFromHelp(ctx: Context, message: string, { unknown }: SearchQuery): Promise<FoundReply | null> {
  const [answer] = unknown.length > 0 ? await findHelp(ctx, message) : []
  return answer ? helpReply(answer) : null
}

function helpReply({ title, excerpt, href }: HelpAnswer, more: ReplyLink[] = []): FoundReply {
  return found({ response: excerpt, links: [{ label: title, href }, ...more] })
}

function smallTalk(topics: ChatTopic[]): FoundReply | null {
  if (topics.includes('thanks')) return found({ response: 'You are welcome! Is there anything else I can look up for you?' })
  return topics.includes('greeting') ? found({ response: fallbackReply }) : null
}

function notFound(shop: ShopFacts): FoundReply {
  const response =
    'I did not find anything about that. I know the shoes on our shelf, their sizes and prices, and how ordering, paying, delivery and returns work. Our people know more: ask them on WhatsApp.'
  return { response, products: [], links: peopleOf(shop), found: false }
}

function found(reply: Partial<ChatReply> & { response: string }): FoundReply {
  return { products: [], links: [], ...reply, found: true }
}
