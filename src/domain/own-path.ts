/** A place of this shop that somebody may be sent on to, or null: no other site can be reached through it, however it is written (promises §4 A). */
export function ownPath(text: string | null): string | null {
  if (!text?.startsWith('/') || text.length > 500) return null
  const here = 'https://shop.invalid'
  if (!URL.canParse(text, here)) return null
  const url = new URL(text, here)
  const path = `${url.pathname}${url.search}`
  // What a browser would read as another host once it stands alone.
  return url.origin === here && !path.startsWith('//') ? path : null
}

/**
 * The same for an address that a program sends, such as the `redirect` of a letter (spec §7): a path, or an address under the shop's own origin.
 * Null for every other host, scheme and spelling.
 */
export function ownAddress(text: string, origin: string): string | null {
  if (!/^(\/|https?:\/\/)/i.test(text) || text.includes('\\') || !URL.canParse(text, origin)) return null
  const url = new URL(text, origin)
  return url.origin === origin && url.username === '' && url.password === '' ? ownPath(`${url.pathname}${url.search}`) : null
}
