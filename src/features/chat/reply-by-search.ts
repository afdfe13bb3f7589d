import { fallbackReply, orderLinkMark } from '#domain/assistant.ts'
import { type ChatTopic, helpOn, topicsOf } from '#domain/chat-topics.ts'
import { shortCode } from '#domain/placed-order.ts'
import { type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { searchShoes } from '#features/catalogue/search-shoes.ts'
import { type FoundReply, helpLink, peopleOf, productsPath, type Reply, signUpPath } from '#features/chat/chat-reply.ts'
import { conversionIn, conversionWords } from '#features/chat/convert-size.ts'
import type { Question } from '#features/chat/question.ts'
import { asksAboutPage, replyAboutProduct, replyWithShoes } from '#features/chat/shoe-reply.ts'
import { replyAboutOrder, replyAboutPaidTwice, withRefund } from '#features/chat/visitor-orders.ts'
import type { Context } from '#features/context.ts'
import { findHelp, type HelpAnswer, readSizeGuide } from '#features/help/help-texts.ts'

/** Answers a message from the products, the help pages, the visitor's own orders and the shop's own facts, by its words. */
export async function replyBySearch(ctx: Context, question: Question): Promise<FoundReply> {
  return { products: [], links: [], found: true, ...(await replyOf(ctx, question)) }
}

async function replyOf(ctx: Context, question: Question): Promise<Reply> {
  const { message, history, visitor } = question
  const { shop } = ctx.services
  const topics = topicsOf(message)
  const [topic] = topics
  if (topic === 'human') return facts.human(shop)
  if (topic === 'paid-twice') return replyAboutPaidTwice(ctx, visitor)
  if (topic === 'refund') return withRefund(ctx, visitor, await replyOnTopic(ctx, topic, message))
  if (topic === 'order' || (topics.length === 0 && namesOrder(question))) return replyAboutOrder(ctx, visitor)
  const conversion = conversionIn(message)
  const sizes = conversion && conversionWords(await readSizeGuide(ctx), conversion)
  if (sizes) return { response: sizes, links: [{ label: 'Size guide', href: '/help#size-guide' }] }

  const help = topic && (await replyOnTopic(ctx, topic, message))
  const earlier = history.flatMap(({ role, text }) => (role === 'user' ? [text] : []))
  // Beside help, an unknown word belongs to the topic of the help: a town, a day.
  const shoes = await searchShoes(ctx, { text: message, earlier, ignoreUnknown: Boolean(help) })
  if (visitor.productId !== null && asksAboutPage(shoes.said, message)) {
    const about = await replyAboutProduct(ctx, visitor.productId, shoes.said)
    if (about) return about
  }
  if (help && !isSpecific(shoes.query)) return help
  if (!wantsShoes(shoes.query)) {
    const talk = topics.find((each) => each === 'thanks' || each === 'greeting')
    return help ?? (talk && facts[talk](shop)) ?? (await replyFromHelp(ctx, message, shoes.query)) ?? facts.unknown(shop)
  }
  const reply = replyWithShoes(shoes)
  if (!help) return reply.found ? reply : { ...reply, links: [...reply.links, ...peopleOf(shop)] }
  return { ...reply, response: `${help.response}\n\n${reply.response}`, links: [...(help.links ?? []), ...reply.links], found: true }
}

/** What the shop says of itself. */
const facts: Record<'human' | 'codes' | 'contact' | 'thanks' | 'greeting' | 'unknown', (shop: ShopFacts) => Reply> = {
  human: (shop) => ({
    response: `I am the assistant of ${shop.name}, a program. Our people answer on WhatsApp and by phone at ${shop.phone}.`,
    links: peopleOf(shop),
  }),
  codes: (shop) => ({
    response: 'The prices you see are the prices everybody pays: discounts already stand on the shoes, and there are no codes to type in.',
    links: [{ label: 'See what is reduced', href: `${productsPath}?sort=discount` }, ...peopleOf(shop)],
  }),
  contact: (shop) => ({
    response: `We are in ${shop.location}. Call or write on WhatsApp: ${shop.phone}. E-mail: ${shop.email}. This shop on the web is always open.`,
    links: peopleOf(shop),
  }),
  thanks: () => ({ response: 'You are welcome! Is there anything else I can look up for you?' }),
  greeting: () => ({ response: fallbackReply }),
  unknown: (shop) => ({
    response:
      'I did not find anything about that. I know the shoes on our shelf, their sizes and prices, and how ordering, paying, delivery and returns work. Our people know more: ask them on WhatsApp.',
    links: peopleOf(shop),
    found: false,
  }),
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
async function replyOnTopic(ctx: Context, topic: ChatTopic, message: string): Promise<Reply | null> {
  if (topic === 'codes' || topic === 'contact') return facts[topic](ctx.services.shop)
  const help = helpOn(topic)
  if (!help) return null
  const inSection = ({ slug }: HelpAnswer) => slug === help.section
  const said = await findHelp(ctx, message)
  const answer = said.find(inSection) ?? (await findHelp(ctx, help.words)).find(inSection) ?? said[0]
  const signUp = topic === 'affiliate' && ctx.actor.userId === null ? [{ label: 'Sign Up', href: signUpPath }] : []
  return answer ? { response: answer.excerpt, links: [helpLink(answer), ...signUp] } : null
}

/** The help pages may still answer a message that no topic names. */
async function replyFromHelp(ctx: Context, message: string, { unknown }: SearchQuery): Promise<Reply | null> {
  const [answer] = unknown.length > 0 ? await findHelp(ctx, message) : []
  return answer ? { response: answer.excerpt, links: [helpLink(answer)] } : null
}
