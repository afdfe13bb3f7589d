import { parseUrl } from '#domain/page-url.ts'

/** An address as people write it, `maps.app.goo.gl/abc`, with the https that they leave out; anything else as it is. */
export function withHttps(text: string): string {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(?=[/?#]|$)/i.test(text) ? `https://${text}` : text
}

/**
 * Whether an entered text is a web address that a page may link to: absolute, http or https, without user name, white space, control characters or
 * backslashes, which browsers interpret differently (decisions, Catalogue; promises §4 E 42).
 */
export function isWebAddress(text: string): boolean {
  // Other characters must be percent-encoded, in host names as Punycode, so that the text shows where the browser goes.
  const match = /^https?:\/\/([^/?#]+)([/?#].*)?$/i.exec(text)
  return (
    match !== null &&
    text.length <= 2000 &&
    /^[\x21-\x7e]+$/.test(text) &&
    !/[\\"<>^`{|}]/.test(text) &&
    !match[1]?.includes('@') &&
    parseUrl(text) !== null
  )
}

/** The pages that ads and promotions may link to: those of web/routes.ts that need no order. `:` is a path segment with any value. */
export const targetPages = [
  ...['/', '/products', '/category', '/category/:slug', '/product/:id', '/help', '/checkout', '/track'],
  ...['/auth', '/signin', '/sign-in', '/sign', '/sign-up', '/reset-password', '/password-reset'],
  ...['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet', '/affiliate/wallet/statement', '/affiliate/:list'],
] as const

export const linkTargetHint =
  'Enter a page of this shop, such as /category/heels, or the whole web address of another site, which begins with https:// or http://.'

/** Whether an ad or a promotion may link there: a page of the shop, or a web address. A database constraint checks the beginning as well. */
export function isLinkTarget(text: string): boolean {
  return isWebAddress(text) || isPagePath(text)
}

/** A link target as it is stored: scheme and host of a web address in lower case, the rest unchanged. */
export function storedLinkTarget(text: string): string {
  return isWebAddress(text) ? text.replace(/^[^/]+\/\/[^/?#]+/, new URL(text).origin) : text
}

/** Whether a path names a page. Refuses `//`, `\` and dot segments, which browsers could resolve to another host or path. */
function isPagePath(text: string): boolean {
  const here = 'https://shop.invalid'
  if (!/^\/[\x21-\x7e]*$/.test(text) || text.length > 2000 || /\/\/|[\\"<>^`{|}]/.test(text)) return false
  const { origin, pathname } = parseUrl(text, here) ?? {}
  return pathname !== undefined && origin === here && text.split(/[?#]/)[0] === pathname && targetPages.some((page) => isOf(page, pathname))
}

function isOf(page: string, pathname: string): boolean {
  const [wanted, given] = [page.split('/'), pathname.split('/')]
  return wanted.length === given.length && wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
}
