import { fallbackReply } from '#domain/assistant.ts'
import { type TopicOfMessage, topicsOf } from '#domain/chat-topics.ts'
import { shortCode } from '#domain/placed-order.ts'
import { type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { searchShoes } from '#features/catalogue/search-shoes.ts'
import { helpLink, peopleOf, productsPath, type Reply, signUpPath } from '#features/chat/chat-reply.ts'
import { conversionIn, conversionWords } from '#features/chat/convert-size.ts'
import type { Question } from '#features/chat/question.ts'
import { asksAboutPage, replyAboutProduct, replyWithShoes } from '#features/chat/shoe-reply.ts'
import { replyAboutMoney, replyAboutOrder } from '#features/chat/visitor-orders.ts'
import type { Context } from '#features/context.ts'
import { findHelp, readSizeGuide } from '#features/help/help-texts.ts'

/** Answers a message from the products, the help pages, the visitor's own orders and the shop's own facts, by its words. */
export async function replyBySearch(ctx: Context, { message, history, visitor }: Question): Promise<Reply> {
  const { shop } = ctx.services
  const topics = topicsOf(message)
  const [first] = topics
  const topic = first?.topic
  if (topic === 'human') return facts.human(shop)
  if (topic === 'paid-twice') return replyAboutMoney(ctx, visitor, facts[topic](shop), 'I paid twice{order}. My M-Pesa codes are: ')
  const help = first ? await replyOnTopic(ctx, first, message) : null
  if (topic === 'refund') return replyAboutMoney(ctx, visitor, help ?? facts.refund(shop), 'I have a question about the money{order}.')
  const namesOrder = visitor.order !== null && message.toLowerCase().includes(shortCode(visitor.order.id))
  if (topic === 'order' || (!topic && namesOrder)) return replyAboutOrder(ctx, visitor)
  const conversion = conversionIn(message)
  const sizes = conversion && conversionWords(await readSizeGuide(ctx), conversion)
  if (sizes) return { response: sizes, links: [{ label: 'Size guide', href: '/help#size-guide' }] }

  const earlier = history.flatMap(({ role, text }) => (role === 'user' ? [text] : []))
  // Beside help, an unknown word belongs to the topic of the help: a town, a day.
  const shoes = await searchShoes(ctx, { text: message, earlier, conditions: help ? { unknown: [] } : {} })
  const about = visitor.productId !== null && asksAboutPage(shoes.said, message) && (await replyAboutProduct(ctx, visitor.productId, shoes.said))
  if (about) return about
  if (help && !isSpecific(shoes.query)) return help
  if (!wantsShoes(shoes.query)) {
    for (const { topic: talk } of topics) if (talk === 'thanks' || talk === 'greeting') return facts[talk](shop)
    // The help pages may still answer a message that no topic names.
    return (shoes.query.unknown.length > 0 && (await replyFromHelp(ctx, message))) || facts.unknown(shop)
  }
  const reply = replyWithShoes(shoes)
  if (!help) return reply.found === false ? { ...reply, links: [...(reply.links ?? []), ...peopleOf(shop)] } : reply
  return { ...reply, response: `${help.response}\n\n${reply.response}`, links: [...(help.links ?? []), ...(reply.links ?? [])], found: true }
}

/** What the shop says of itself. */
const facts: Record<'human' | 'paid-twice' | 'refund' | 'codes' | 'contact' | 'thanks' | 'greeting' | 'unknown', (shop: ShopFacts) => Reply> = {
  human: (shop) => ({
    response: `I am the assistant of ${shop.name}, a program. Our people answer on WhatsApp and by phone at ${shop.phone}.`,
    links: peopleOf(shop),
  }),
  'paid-twice': () => ({
    response:
      'An order takes one payment. A second one that comes for it goes back to the M-Pesa number that paid it, and the page of the order then says so. If you do not see that, or paid for two orders, write to us on WhatsApp with the codes of both M-Pesa messages: a person looks at it.',
  }),
  refund: () => ({ response: 'Our people look at payments and refunds: ask them on WhatsApp.' }),
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

/** Whether a message names shoes so clearly that help alone would be half an answer. */
function isSpecific({ kinds, names, sizes, colours, maxPrice, onOffer }: SearchQuery): boolean {
  return names.length > 0 || (kinds.length > 0 && (sizes.length + colours.length > 0 || maxPrice !== undefined || onOffer))
}

/** The answer of the shop's own facts or of the help pages to a topic. */
async function replyOnTopic(ctx: Context, { topic, help: about }: TopicOfMessage, message: string): Promise<Reply | null> {
  if (topic === 'codes' || topic === 'contact') return facts[topic](ctx.services.shop)
  const help = about && (await replyFromHelp(ctx, message, about))
  const needsAccount = topic === 'affiliate' && ctx.actor.userId === null
  return help && needsAccount ? { ...help, links: [...(help.links ?? []), { label: 'Sign Up', href: signUpPath }] } : help
}

/** What the help pages say: of the section about the topic where it is known, else what comes nearest to the message. */
async function replyFromHelp(ctx: Context, message: string, about?: { section: string; words: string }): Promise<Reply | null> {
  const said = await findHelp(ctx, message)
  const ofSection = about && [...said, ...(await findHelp(ctx, about.words))].find(({ slug }) => slug === about.section)
  const answer = ofSection ?? said[0]
  return answer ? { response: answer.excerpt, links: [helpLink(answer)] } : null
}
