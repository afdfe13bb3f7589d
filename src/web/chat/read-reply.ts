import { fallbackReply } from '#domain/assistant.ts'
import type { ChatReply, ReplyLink, ReplyOrder, ReplyProduct } from '#features/assistant/chat-reply.ts'

/** A chat reply from untrusted JSON: the fallback reply (spec §8) where `response` is missing; malformed cards and links are left out. */
export function readReply(value: unknown): ChatReply {
  const { response } = Object(value) as { response?: unknown }
  return { response: typeof response === 'string' && response.trim() !== '' ? response : fallbackReply, ...readReplyParts(value) }
}

/** The well-formed cards and links of an untrusted reply. */
export function readReplyParts(value: unknown): Pick<ChatReply, 'products' | 'links' | 'order'> {
  const { products, links, order } = Object(value) as { products?: unknown; links?: unknown; order?: unknown }
  return { products: listOf(products).filter(isReplyProduct), links: listOf(links).filter(isReplyLink), ...(isReplyOrder(order) && { order }) }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isText = (value: unknown): value is string => typeof value === 'string'

function isReplyLink(value: unknown): value is ReplyLink {
  const { label, href } = Object(value)
  return isText(label) && isText(href)
}

function isReplyProduct(value: unknown): value is ReplyProduct {
  const { id, name, price, original_price: was, image_url: picture, sizes, is_available: available, url } = Object(value)
  return (
    [id, name, url].every(isText) &&
    typeof price === 'number' &&
    (was === null || typeof was === 'number') &&
    (picture === null || isText(picture)) &&
    Array.isArray(sizes) &&
    sizes.every(isText) &&
    typeof available === 'boolean'
  )
}

function isReplyOrder(value: unknown): value is ReplyOrder {
  const { code, status, label, total, lines } = Object(value)
  return [code, status, label].every(isText) && typeof total === 'number' && Array.isArray(lines) && lines.every(isLine)
}

function isLine(value: unknown): boolean {
  const { name, size, quantity } = Object(value)
  return isText(name) && isText(size) && typeof quantity === 'number'
}
