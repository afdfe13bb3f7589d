import type { Context } from '#core/context.ts'
import { chatLimits, failureText, fallbackReply, pinMark } from '#domain/assistant.ts'
import { isKiswahili, ownTopics, type TopicOfMessage, topicsOf } from '#domain/chat-topics.ts'
import { isPoint } from '#domain/delivery-options.ts'
import { shortCode } from '#domain/order-code.ts'
import { type ChartRow, formatList, rowsWith } from '#domain/search.ts'
import { type SearchQuery, wantsShoes } from '#domain/search-query.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { type ChatReply, helpLink, peopleOf, productsPath, type Question, type Reply, signUpPath } from '#features/assistant/chat-reply.ts'
import { replyWithModel } from '#features/assistant/reply-with-model.ts'
import { asksAboutPage, namesPlace, replyAboutDelivery, replyAboutProduct, replyWithShoes } from '#features/assistant/topic-replies.ts'
import { replyAboutMoney, replyAboutOrder, replyAboutTracked } from '#features/assistant/visitor-orders.ts'
import { readCategories } from '#features/catalogue/categories.ts'
import { searchShoes } from '#features/catalogue/search-shoes.ts'
import { findHelp, readSizeGuide } from '#features/content/help-texts.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { ModelFailure } from '#services/assistant/model.ts'

/** `say` gets the text of an answer in pieces while it is made; the whole answer overrides them. `signal` aborts when the visitor has left. */
export type Listener = { say: (delta: string) => void; signal: AbortSignal }

/**
 * Answers a message that `takeQuestion` accepted: by the model if the shop has one, and by search where the model fails. Questions about money paid
 * and about the state of an order or changes to it, and messages with a PIN, are answered only in the shop's own words. The conversation is not stored.
 */
export async function answerMessage(ctx: Context, question: Question, listener: Listener): Promise<ChatReply> {
  let reply: Reply | null = null
  let hasFailed = false
  try {
    const isOwn = question.tracked || question.message.includes(pinMark) || ownTopics.has(topicsOf(question.message)[0]?.topic)
    if (!isOwn) reply = await replyWithModel(ctx, question, listener)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    if (ctx.services.assistant) ctx.log.info({ event: 'assistant answer', outcome: error.kind, code: error.code }, 'the shelves answer')
    // A paused model is not asked: the shop then answers as one without a model, and says what it does not know.
    hasFailed = error.kind !== 'resting'
  }
  const { response: said, products = [], links = [], order, found = true } = reply ?? (await replyBySearch(ctx, question))
  const isInEnglish = !reply && isKiswahili(question.message) && !question.history.some(({ text }) => text.includes(englishOnly))
  const answer = isInEnglish ? `${said}\n\n${englishOnly}` : said
  const response = (hasFailed && !found ? failureText(ctx.services.shop) : answer).slice(0, chatLimits.response)
  // After half of another answer this text would read as its end: in that case only the whole answer has it.
  if (!reply && !hasFailed) listener.say(response)
  return { response, products: products.slice(0, chatLimits.products), links: links.slice(0, chatLimits.links), ...(order && { order }) }
}

/** What search answers to Kiswahili, once in a conversation. */
const englishOnly = 'Samahani! I read some Kiswahili, but I can write only English so far.'

/** Answers a message from the products, the help pages, the visitor's own orders and the shop's own facts, by its words. */
export async function replyBySearch(ctx: Context, { message, history, visitor, tracked }: Question): Promise<Reply> {
  const { shop } = ctx.services
  const topics = topicsOf(message)
  const earlier = history.flatMap(({ role, text }) => (role === 'user' ? [text] : []))
  const first = topics[0] ?? (await deliveryAgain(ctx, message, earlier))
  const topic = first?.topic
  const people = peopleOf(shop)
  if (message.includes(pinMark)) return { response: words.pin(shop), links: people }
  if (topic === 'human') return { response: words.human(shop), links: people }
  if (topic === 'paid-twice') return replyAboutMoney(ctx, visitor, { response: words[topic](shop) }, 'I paid twice{order}. My M-Pesa codes are: ')
  const help = first ? await replyOnTopic(ctx, first, message) : null
  const refund = help ?? { response: words.refund(shop) }
  if (topic === 'refund') return replyAboutMoney(ctx, visitor, refund, 'I have a question about the money{order}.')
  if (tracked && (tracked.phone || !topic || topic === 'order')) return replyAboutTracked(ctx, tracked)
  const namesOrder = visitor.order !== null && message.toLowerCase().includes(shortCode(visitor.order.id))
  if (topic === 'order' || (!topic && namesOrder)) return replyAboutOrder(ctx, visitor)
  const conversion = conversionIn(message)
  const sizes = conversion && conversionWords(await readSizeGuide(ctx), conversion)
  if (sizes) return { response: sizes, links: [{ label: 'Size guide', href: '/help#size-guide' }] }

  // Beside help, an unknown word belongs to the topic of the help: a town, a day.
  const shoes = await searchShoes(ctx, message, help ? { unknown: [] } : {}, earlier)
  // A place that is named is no word of a shoe called by it, nor is its fee the price of the page's shoe.
  if (help?.isPlaced && shoes.query.kinds.length === 0) return help
  const about = visitor.productId !== null && asksAboutPage(shoes.said, message) && (await replyAboutProduct(ctx, visitor.productId, shoes.said))
  if (about) return about
  if (help && !isSpecific(shoes.query)) return help
  if (!wantsShoes(shoes.query)) {
    for (const { topic: talk } of topics) if (talk === 'thanks' || talk === 'greeting') return { response: words[talk](shop) }
    // The help pages may still answer a message that no topic names.
    return (shoes.query.unknown.length > 0 && (await replyFromHelp(ctx, message))) || { response: words.unknown(shop), links: people, found: false }
  }
  const reply = replyWithShoes(shoes, await readCategories(ctx))
  if (!help) return reply.found === false ? { ...reply, links: [...(reply.links ?? []), ...people] } : reply
  return { ...reply, response: `${help.response}\n\n${reply.response}`, links: [...(help.links ?? []), ...(reply.links ?? [])], found: true }
}

/** What the shop says of itself. */
const words: Record<
  'human' | 'pin' | 'paid-twice' | 'refund' | 'codes' | 'contact' | 'thanks' | 'greeting' | 'unknown',
  (shop: ShopFacts) => string
> = {
  human: ({ name, phone }) => `I am the assistant of ${name}, a program. Our people answer on WhatsApp${phone && ` and by phone at ${phone}`}.`,
  pin: () =>
    'Never write your PIN, not to us and not to anybody: you type it only on your own phone, when M-Pesa asks. I have not kept it. If somebody may have seen it, please change it in your M-Pesa menu.',
  'paid-twice': () =>
    'An order takes one payment. A second one that comes for it goes back to the M-Pesa number that paid it, and the page of the order then says so. If you do not see that, or paid for two orders, write to us on WhatsApp with the codes of both M-Pesa messages: a person looks at it.',
  refund: () => 'Our people look at payments and refunds: ask them on WhatsApp.',
  codes: () => 'The prices you see are the prices everybody pays: discounts already stand on the shoes, and there are no codes to type in.',
  contact: ({ phone, email }) =>
    `${phone && `Call or write on WhatsApp: ${phone}. `}${email && `E-mail: ${email}. `}This shop on the web is always open.`,
  thanks: () => 'You are welcome! Is there anything else I can look up for you?',
  greeting: () => fallbackReply,
  unknown: () =>
    'I did not find anything about that. I know the shoes on our shelf, their sizes and prices, and how ordering, paying, delivery and returns work. Our people know more: ask them on WhatsApp.',
}

/** Whether a message names shoes so clearly that help alone would be half an answer. */
function isSpecific({ kinds, names, sizes, colours, maxPrice, onOffer }: SearchQuery): boolean {
  return names.length > 0 || (kinds.length > 0 && (sizes.length + colours.length > 0 || maxPrice !== undefined || onOffer))
}

/** The topic of delivery, where the visitor asked about it last and now names just a place: `na Nakuru?`. */
async function deliveryAgain(ctx: Context, message: string, earlier: string[]): Promise<TopicOfMessage | undefined> {
  const last = earlier.map((text) => topicsOf(text)[0]).findLast((topic) => topic !== undefined)
  return last?.topic === 'delivery' && (await namesPlace(ctx, message)) ? last : undefined
}

/** The answer of the shop's own facts or of the help pages to a topic; `isPlaced` where it is about delivery to a place. */
async function replyOnTopic(ctx: Context, { topic, help: about }: TopicOfMessage, message: string): Promise<(Reply & { isPlaced?: boolean }) | null> {
  const { shop } = ctx.services
  const reduced = { label: 'See what is reduced', href: `${productsPath}?sort=discount` }
  if (topic === 'codes') return { response: words.codes(shop), links: [reduced, ...peopleOf(shop)] }
  if (topic === 'contact') return replyAboutContact(ctx)
  const help = about && (await replyFromHelp(ctx, message, about))
  if (topic === 'delivery') {
    const { response, links = [], isPlaced } = await replyAboutDelivery(ctx, message)
    return { response: isPlaced || !help ? response : `${help.response}\n\n${response}`, links: [...(help?.links ?? []), ...links], isPlaced }
  }
  const needsAccount = topic === 'affiliate' && ctx.actor.userId === null
  return help && needsAccount ? { ...help, links: [...(help.links ?? []), { label: 'Sign Up', href: signUpPath }] } : help
}

/** How to reach the shop: only by what it has entered, so never by the help's sentence, which has a place for each. */
async function replyAboutContact(ctx: Context): Promise<Reply> {
  const { shop } = ctx.services
  return { response: `${await whereWeAre(ctx)} ${words.contact(shop)}`, links: peopleOf(shop) }
}

/** Where shoes are collected and when, as checkout says it; the town and hours of the shop where they are brought only. */
async function whereWeAre(ctx: Context): Promise<string> {
  const { address, location, hours } = ctx.services.shop
  const points = (await readDeliveryTerms(ctx)).options.filter(({ kind, is_on }) => is_on && isPoint(kind))
  const lines = points.map((point) => `${point.name}: ${point.address} (${point.hours}).`)
  return lines.length > 0 ? lines.join(' ') : `We are in ${[address, location].filter(Boolean).join(', ')}${hours ? ` (${hours})` : ''}.`
}

/** What the help pages say: of the section about the topic where it is known, else what comes nearest to the message. */
async function replyFromHelp(ctx: Context, message: string, about?: { section: string; words: string }): Promise<Reply | null> {
  const said = await findHelp(ctx, message)
  const ofSection = about && [...said, ...(await findHelp(ctx, about.words))].find(({ slug }) => slug === about.section)
  const answer = ofSection ?? said[0]
  if (answer?.href === '/help#faq-contact') return replyAboutContact(ctx)
  return answer ? { response: answer.excerpt, links: [helpLink(answer)] } : null
}

type Size = { from: 'EU' | 'UK' | 'US' | 'cm'; label: string }

/** `EU 42 in UK`, `uk 8 to eu`, `25.5 cm`, `what size am I if I wear UK 8`: the size to convert, or null. */
export function conversionIn(message: string): Size | null {
  const text = message.toLowerCase()
  const named = /\b(eu|uk|us)\b(?:\s*(?:size|shoe))*\s*(\d{1,2}(?:\.\d)?)\b|\b(\d{1,2}(?:\.\d)?)\s*(eu|uk|us|cm)\b/.exec(text)
  const [from = named?.[4], label = named?.[3]] = named?.slice(1) ?? []
  const isAsked = new Set(text.match(/\b(eu|uk|us|cm)\b/g)).size > 1 || from === 'cm' || asksWhichSize.test(text)
  return from && label && isAsked ? { from: from === 'cm' ? 'cm' : (from.toUpperCase() as Size['from']), label } : null
}

const asksWhichSize = /\b(?:(?:what|which) size (?:am|is|are|do|would|should)|(?:size|saizi) gani)\b/

/** The same in words, row by row of the chart; null for a size that it does not have. */
function conversionWords(chart: ChartRow[], { from, label }: Size): string | null {
  const fitting = (row: ChartRow) => row.cm !== null && Number(row.cm) >= Number(label)
  const columns = from === 'US' ? (['US women', 'US men'] as const) : [from]
  const rows = from === 'cm' ? chart.filter(fitting).slice(0, 1) : columns.flatMap((column) => rowsWith(chart, column, label))
  const words = rows.map((row) => {
    const same = (['UK', 'US women', 'US men'] as const).flatMap((column) => (row[column] === null ? [] : `${column} ${row[column]}`))
    return `EU ${row.EU}${same.length > 0 ? ` is ${formatList(same)}` : ''}${row.cm === null ? '' : `, for a foot of ${row.cm} cm`}.`
  })
  return words.join('\n') || null
}
