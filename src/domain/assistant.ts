/** The chat's request and reply shapes and fixed texts (spec §2, §4, §5, §8; docs/decisions/0019), shared by the widget, the route and the model's client. */

/** Maximum characters of a message, of each earlier one and of the response; maximum number of earlier messages, products, links and orders. */
export const chatLimits = { message: 1000, history: 10, earlier: 1000, products: 6, links: 6, response: 1500, orders: 5 } as const

export interface ChatTurn {
  role: 'user' | 'assistant'
  text: string
}

/** The body of `POST /api/functions/ai-chatbot`. Everything but `message` is optional. */
export interface ChatRequest {
  message: string
  /** The conversation so far, oldest first, without this message. Only the last `chatLimits.history` messages are read. */
  history?: ChatTurn[]
  /** The product whose page the visitor is on. */
  product_id?: string
  /** The order whose page the visitor is on, and the key from its address. */
  order_id?: string
  order_key?: string
  /** The orders that this browser placed, newest first, each with its key; null where an account opens it. At most `chatLimits.orders` count. */
  orders?: { id: string; key: string | null }[]
  /** A random id that the browser gave this conversation. The rate limit counts messages by it; it is never stored. */
  visitor?: string
  /** The answer as server-sent events; so does the header `Accept: text/event-stream`. */
  stream?: boolean
}

/** A card in an answer. Prices in KSh; `price` is after discount; `original_price` is null without a discount. */
export interface ReplyProduct {
  id: string
  name: string
  price: number
  original_price: number | null
  discount_percentage: number
  image_url: string | null
  /** EU labels that are in stock. */
  sizes: string[]
  is_available: boolean
  url: string
}

/** A button below an answer: a path of the shop's own, or WhatsApp, a phone, an e-mail of the shop. */
export interface ReplyLink {
  label: string
  href: string
}

/** An order as the holder of its key may see it in the chat: no name, no phone, no address. */
export interface ReplyOrder {
  code: string
  status: string
  /** The label of the status. */
  label: string
  /** What happens next, in a sentence. */
  next: string
  /** KSh. */
  total: number
  lines: { name: string; size: string; quantity: number }[]
  /** Refunds to the buyer, in KSh, with M-Pesa's receipt once they are paid. */
  refunds: { amount: number; done_at: string | null; receipt: string | null }[]
}

export interface ChatReply {
  /** Plain text with line breaks. */
  response: string
  products: ReplyProduct[]
  links: ReplyLink[]
  order?: ReplyOrder
}

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

/** A chat reply from untrusted JSON: the fallback reply (spec §8) where `response` is missing; malformed products and links are left out. */
export function readReply(value: unknown): ChatReply {
  const { response } = Object(value) as { response?: unknown }
  return { response: typeof response === 'string' && response.trim() !== '' ? response : fallbackReply, ...readReplyParts(value) }
}

/** The well-formed products and links of an untrusted reply. */
export function readReplyParts(value: unknown): Pick<ChatReply, 'products' | 'links'> {
  const { products, links } = Object(value) as { products?: unknown; links?: unknown }
  return { products: listOf(products).filter(isReplyProduct), links: listOf(links).filter(isReplyLink) }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function isReplyLink(value: unknown): value is ReplyLink {
  const { label, href } = Object(value)
  return typeof label === 'string' && typeof href === 'string'
}

function isReplyProduct(value: unknown): value is ReplyProduct {
  const { id, name, price, original_price: was, image_url: picture, sizes, is_available: available, url } = Object(value)
  return (
    [id, name, url].every((text) => typeof text === 'string') &&
    typeof price === 'number' &&
    (was === null || typeof was === 'number') &&
    (picture === null || typeof picture === 'string') &&
    Array.isArray(sizes) &&
    sizes.every((size) => typeof size === 'string') &&
    typeof available === 'boolean'
  )
}

/** The first message of every conversation (spec §8). */
export function welcomeText(shop: { name: string }): string {
  return `Hi! Welcome to ${shop.name}! How can I help you today?`
}

/** The reply when answering failed (spec §8). */
export function failureText(shop: { phone: string }): string {
  return `Sorry, I'm having trouble responding right now. Please try again or contact support via WhatsApp at ${shop.phone}.`
}

/** The reply when the message asks for nothing, such as a greeting (spec §8). */
export const fallbackReply = "I'm here to help! How can I assist you today?"

const orderLink = /(?:https?:\/\/[^\s/]+)?\/order\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?[^\s]*)?/gi
/** The short link of an SMS (short-link.ts). */
const shortOrderLink = /(?:https?:\/\/[^\s/]+)?\/o\/([0-9a-f]{8})\.[\w-]{16,}/gi
/** Replaces an order's link in a text. */
export const orderLinkMark = '[link to my order]'

/**
 * Removes links to orders from a text, because they hold keys and the text may go to a third party's model. `order` is the order of the last link.
 */
export function withoutOrderLinks(text: string): { text: string; order: { id: string; key: string | null } | null } {
  let order: { id: string; key: string | null } | null = null
  const cleaned = text.replace(orderLink, (link, id: string) => {
    order = { id: id.toLowerCase(), key: new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('key') }
    return orderLinkMark
  })
  // A key that was pasted without its link, or whose link was broken by a line break.
  const withoutKeys = cleaned.replace(shortOrderLink, (_, code: string) => `${orderLinkMark} ${code}`).replace(/\bkey=\S+/gi, 'key=…')
  return { text: withoutKeys, order }
}
