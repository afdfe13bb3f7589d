/** What a short message carries in place of an order's long address: the order's short code, and the beginning of its key. */
export interface ShortLink {
  code: string
  key: string
}

/** 96 bits in base64url: too many to guess, and few enough to fit into one SMS. */
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

/** As people write an order's short code: `#3F9A 21C8`, or its whole id. Null for what cannot be one. */
export function readShortCode(text: string): string | null {
  return /^#?([0-9a-f]{8})(-[0-9a-f-]{1,27})?$/.exec(text.replace(/\s/g, '').toLowerCase())?.[1] ?? null
}
