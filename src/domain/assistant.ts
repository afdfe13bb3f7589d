/** The limits and fixed texts of the chat (spec §2, §4, §5, §8; docs/decisions/0019), shared by the window and the server. */

/** Maximum characters of a message, of each earlier one and of the response; maximum number of earlier messages, products, links and orders. */
export const chatLimits = { message: 1000, history: 10, earlier: 1000, products: 6, links: 6, response: 1500, orders: 5 } as const

/** The first message of every conversation (spec §8). */
export function welcomeText(shop: { name: string }): string {
  return `Hi! Welcome to ${shop.name}! How can I help you today?`
}

/** The reply when answering failed (spec §8). */
export function failureText(shop: { phone: string }): string {
  if (!shop.phone) return "Sorry, I'm having trouble responding right now. Please try again."
  return `Sorry, I'm having trouble responding right now. Please try again or contact support via WhatsApp at ${shop.phone}.`
}

/** The reply when the message asks for nothing, such as a greeting (spec §8). */
export const fallbackReply = "I'm here to help! How can I assist you today?"

const orderLink = /(?:https?:\/\/[^\s/]+)?\/order\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?[^\s]*)?/gi
/** The short link of an SMS (placed-order.ts). */
const shortOrderLink = /(?:https?:\/\/[^\s/]+)?\/o\/([0-9a-f]{8})\.[\w-]{16,}/gi
/** Replaces an order's link in a text. */
export const orderLinkMark = '[link to my order]'

/** Stands for a PIN that a visitor wrote. */
export const pinMark = '••••'

const afterPin =
  /((?:^|[^a-z]|my)pin(?:\s*(?:[:=("'-]|\b(?:number|code|yangu|(?:ya\s+)?m-?pesa|is|was|ni)\b))*\s*)\d(?:[ .-]?\d){3}(?!\d|[.,]\d\d?\b)/gi
const beforePin = /\b\d(?:[ .-]?\d){3}(?=\s+(?:is|ni)\s+(?:my\s+)?(?:m-?pesa\s+)?pin\b)/gi

/** Replaces a PIN, four digits joined to that word, before a message is kept or sent; a sum elsewhere in the sentence stays. */
export function withoutPin(text: string): string {
  return text.replace(afterPin, `$1${pinMark}`).replace(beforePin, pinMark)
}

/** An order and the right to see it: its key, or null where only its account opens it. */
export interface HeldOrder {
  id: string
  key: string | null
}

/** Removes links to orders from a text, because they hold keys and the text may go to a third party's model. `order` is the order of the last link. */
export function withoutOrderLinks(text: string): { text: string; order: HeldOrder | null } {
  let order: HeldOrder | null = null
  const cleaned = text.replace(orderLink, (link, id: string) => {
    order = { id: id.toLowerCase(), key: new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('key') }
    return orderLinkMark
  })
  // A key that was pasted without its link, or whose link was broken by a line break.
  const withoutKeys = cleaned.replace(shortOrderLink, (_, code: string) => `${orderLinkMark} ${code}`).replace(/\bkey=\S+/gi, 'key=…')
  return { text: withoutKeys, order }
}
