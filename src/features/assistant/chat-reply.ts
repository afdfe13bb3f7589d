import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { isUuid } from '#core/page-of.ts'
import { consumeAll } from '#core/rate-limit.ts'
import { ksh } from '#core/select-of.ts'
import { chatLimits, type HeldOrder, withoutOrderLinks, withoutPin } from '#domain/assistant.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { type HelpSlug, helpLinks } from '#domain/help-sections.ts'
import { shortCode } from '#domain/order-code.ts'
import { namedOrderIn } from '#domain/order-search.ts'
import { foldText } from '#domain/plain-text.ts'
import { Problem } from '#domain/problem.ts'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'

/** A product card in an answer, made from the shelf; `original_price` is null without a discount. */
export const replyProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number().meta({ description: 'KSh, after discount' }),
  original_price: z.number().nullable(),
  discount_percentage: z.int(),
  image_url: z.string().nullable(),
  sizes: z.array(z.string()).meta({ description: 'EU labels in stock' }),
  is_available: z.boolean(),
  url: z.string(),
})
export type ReplyProduct = z.infer<typeof replyProduct>

/** A button below an answer: a path of the shop's own, or WhatsApp, a phone, an e-mail of the shop. */
export const replyLink = z.object({ label: z.string(), href: z.string() })
export type ReplyLink = z.infer<typeof replyLink>

/** The card of an order, as the holder of its key may see it in the chat: no name, no phone, no address. */
export const replyOrder = z.object({
  code: z.string(),
  status: z.string(),
  label: z.string().meta({ description: 'Of the status' }),
  next: z.string().meta({ description: 'What happens next, in a sentence' }),
  total: ksh,
  lines: z.array(z.object({ name: z.string(), size: z.string(), quantity: z.int() })),
  refunds: z
    .array(z.object({ amount: z.number(), done_at: z.string().nullable(), receipt: z.string().nullable(), in_cash: z.boolean() }))
    .meta({ description: 'To the buyer, in KSh, with M-Pesa’s receipt once they are paid' }),
})
export type ReplyOrder = z.infer<typeof replyOrder>

export const chatReply = z.object({
  response: z.string().meta({ description: 'Plain text' }),
  products: z.array(replyProduct).max(chatLimits.products),
  links: z.array(replyLink).max(chatLimits.links),
  order: replyOrder.optional(),
})
export type ChatReply = z.infer<typeof chatReply>
/** An answer without a model: without cards and buttons unless they are named, and `found` is false where it only says that the shop does not know. */
export type Reply = Partial<ChatReply> & { response: string; found?: boolean }

/**
 * The events of a streamed answer, in this order: any number of `text`, then `products` and `links` where there are any, then `done` with the whole
 * answer, which replaces what was streamed. `error` ends a stream instead of `done`, in the error shape of functions.
 */
export type ChatEvent =
  | { event: 'text'; data: { delta: string } }
  | { event: 'products'; data: { products: ReplyProduct[] } }
  | { event: 'links'; data: { links: ReplyLink[] } }
  | { event: 'done'; data: ChatReply }
  | { event: 'error'; data: { success: false; error: string; code: string; fields?: Record<string, string> } }

/** Addresses of the shop's pages for answers; a test compares them with those in web/addresses.ts. */
export const ordersPath = '/dashboard/orders'
export const trackPath = '/track'
export const signUpPath = '/sign-up'
export const productsPath = '/products'
export const productPath = (id: string) => `/product/${encodeURIComponent(id)}`

/** How to reach the shop's people; `about` is the text that the first message begins with. */
export function peopleOf(shop: ShopFacts, about = 'I have a question.'): ReplyLink[] {
  return shop.whatsapp ? [{ label: 'Ask on WhatsApp', href: whatsappUrl(shop, `Hello ${shop.name}, ${about}`) }] : []
}

/** To an answer on the help page, called by its section: the question itself was just asked. */
export function helpLink({ slug, href }: { slug: string; href: string }): ReplyLink {
  return { label: helpLinks[slug as HelpSlug], href }
}

/** A product of the shelf as an answer shows it. */
export function toReplyProduct({ id, name, price, unit_price, discount_percentage, image_url, sizes, is_available }: ProductCard): ReplyProduct {
  return {
    ...{ id, name, price: unit_price, original_price: discount_percentage > 0 ? price : null, discount_percentage, image_url, is_available },
    sizes: is_available ? sizes.filter(({ stock }) => stock > 0).map(({ label }) => label) : [],
    url: productPath(id),
  }
}

/** The body of `ai-chatbot` (spec §7). Everything but `message` is optional; errors in optional fields, such as the page, never prevent an answer. */
export const chatInput = z.object({
  message: z.string('Please write a message first.').meta({ minLength: 1, maxLength: chatLimits.message }),
  history: z
    .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() }))
    .max(200)
    .optional(),
  product_id: z.string().max(100).optional().meta({ description: 'The product whose page the visitor is on' }),
  order_id: z.string().max(100).optional().meta({ description: 'The order whose page the visitor is on' }),
  order_key: z.string().max(200).optional().meta({ description: 'The key from its address' }),
  orders: z
    .array(z.object({ id: z.string().max(100), key: z.string().max(200).nullish() }))
    .max(20)
    .optional()
    .meta({ description: 'The orders that this browser placed, newest first, each with its key' }),
  visitor: z.string().max(100).optional().meta({ description: 'A random name of the conversation, by which messages are counted' }),
  stream: z.boolean().optional(),
})
export type ChatRequest = z.output<typeof chatInput>
export type ChatTurn = NonNullable<ChatRequest['history']>[number]

/** A message ready to be answered: counted, within its length, and without order keys, phones and PINs. */
export interface Question {
  message: string
  history: ChatTurn[]
  visitor: Visitor
  /** An order that the visitor does not hold and names by its code or receipt, with the phone they wrote. */
  tracked?: { code: string; phone: string | null } | null
}

/** What tools may know of the visitor who asks. The model supplies none of it. */
export interface Visitor {
  /** The product whose page they are on. */
  productId: string | null
  /** The order whose page they are on, or whose link they wrote. */
  order: HeldOrder | null
  /** The orders that their browser placed, newest first, for a message that means no other order. */
  kept: HeldOrder[]
  /** The key by which their messages are counted; never shown, never logged. */
  countedBy: string
}

/**
 * Accepts a message of any visitor, within the limits.
 * @param browser what tells browsers of one network apart where the request names no visitor
 */
export async function takeQuestion(ctx: Context, input: ChatRequest, browser: string): Promise<Question> {
  const written = readText(input.message)
  if (written.text === '') throw new Problem('message_missing')
  if ([...input.message.trim()].length > chatLimits.message) throw new Problem('message_too_long')
  const countedBy = ctx.actor.userId ?? `${ctx.actor.address ?? 'here'} ${input.visitor || browser}`
  await consumeAll(ctx, { chat_visitor: countedBy, chat_visitor_day: countedBy, chat_address: ctx.actor.address })
  const earlier = (input.history ?? []).slice(-chatLimits.history).map(({ role, text }) => ({ role, ...readText(text, role) }))
  const page = isUuid(input.order_id) ? { id: input.order_id, key: input.order_key ?? ctx.actor.orderKey } : null
  const placed = (input.orders ?? []).flatMap(({ id, key }) => (isUuid(id) ? { id: id.toLowerCase(), key: key ?? null } : []))
  const kept = placed.slice(0, chatLimits.orders)
  const named = kept.find(({ id }) => written.text.toLowerCase().includes(shortCode(id)))
  const order = written.order ?? named ?? page ?? earlier.findLast((turn) => turn.role === 'user' && turn.order)?.order ?? null
  // An address may lack its key, as that of a page opened by a short link does: then the key that the browser keeps opens the order, or its cookie.
  const opened = order?.key === null ? [...kept, page].find((other) => other?.id === order.id && other.key !== null) : order
  const before = earlier.filter(({ role }) => role === 'user')
  const phone = written.phone ?? before.findLast((turn) => turn.phone)?.phone ?? null
  const last = before.findLast((turn) => turn.code ?? turn.receipt)
  const code = written.code ?? (phone && written.receipt) ?? (written.phone && (last?.code ?? last?.receipt))
  return {
    message: written.text,
    tracked: code && !(order && shortCode(order.id) === code) ? { code, phone } : null,
    history: earlier.flatMap(({ role, text }) => (text === '' ? [] : { role, text: [...text].slice(0, chatLimits.earlier).join('') })),
    visitor: { productId: isUuid(input.product_id) ? input.product_id : null, order: opened ?? order, kept, countedBy },
  }
}

/** A text without what may go to no model: invisible characters, keys of orders, PINs and a visitor's phones. The shop's own answers keep the shop's phone. */
function readText(text: string, role: ChatTurn['role'] = 'user') {
  const { text: withoutKeys, order } = withoutOrderLinks(foldText(text).trim())
  const { rest, ...named } = namedOrderIn(withoutKeys)
  return { order, ...named, text: withoutPin(role === 'user' ? rest : withoutKeys) }
}
