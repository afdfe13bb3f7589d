import { foldToken } from '#domain/plain-text.ts'

// The few facts about orders that every page's script needs, and short links to orders; the rest is in order.ts.

/** Minutes for which an unpaid order keeps its pairs (decisions, Sizes and stock). */
export const holdMinutes = 30

/** Minutes for which a draft may become an order (decisions, The specification's own client runs). */
export const draftMinutes = 30

/** The first 8 characters of an order's id, shown to people and sent to M-Pesa as AccountReference. */
export function shortCode(orderId: string): string {
  return orderId.slice(0, 8)
}

/** A short link to an order, for SMS: the order's short code and the first characters of its key. */
export interface ShortLink {
  code: string
  key: string
}

/** Characters: 96 bits in base64url, unguessable and short enough for one SMS. */
const keyLetters = 16

/** The first 96 bits of an order's key. */
export function shortKey(orderKey: string): string {
  return orderKey.slice(0, keyLetters)
}

/** `3f9a21c8.Zm9vYmFyYmF6cXV4`, or null for what cannot be one. */
export function parseShortLink(text: string): ShortLink | null {
  const [, code, key] = /^([0-9a-f]{8})\.([\w-]{16})$/.exec(text) ?? []
  return code && key ? { code, key } : null
}

/** The path of a short link. */
export function shortLinkPath({ code, key }: ShortLink): string {
  return `/o/${code}.${key}`
}

/** Parses a typed short code, such as `#3F9A 21C8`, or a whole order id. Null for anything else. */
export function readShortCode(text: string): string | null {
  return /^#?([0-9a-f]{8})(-[0-9a-f-]{1,27})?$/.exec(foldToken(text).replace(/\s/g, '').toLowerCase())?.[1] ?? null
}
