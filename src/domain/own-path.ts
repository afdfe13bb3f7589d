import { parseUrl } from '#domain/page-url.ts'

/** A path of this shop that is safe as a redirect target, or null: no spelling of it leads to another site (promises §4 A). */
export function ownPath(text: string | null): string | null {
  if (!text?.startsWith('/') || text.length > 500) return null
  const here = 'https://shop.invalid'
  const url = parseUrl(text, here)
  if (!url) return null
  const path = `${url.pathname}${url.search}`
  // `//name` alone would be another host to a browser.
  return url.origin === here && !path.startsWith('//') ? path : null
}

/**
 * The same for an address from an API call, such as the `redirect` of an e-mail's link (spec §7): a path, or a URL of the shop's own origin.
 * Null for every other host, scheme and spelling.
 */
export function ownAddress(text: string, origin: string): string | null {
  if (!/^(\/|https?:\/\/)/i.test(text) || text.includes('\\')) return null
  const url = parseUrl(text, origin)
  return url && url.origin === origin && url.username === '' && url.password === '' ? ownPath(`${url.pathname}${url.search}`) : null
}
