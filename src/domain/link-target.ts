import { isWebAddress } from '#domain/web-address.ts'

/** The pages that ads and promotions may lead to: those of web/routes.ts that a visitor can open without knowing an order. `:` is one part of any name. */
export const targetPages = [
  ...['/', '/products', '/category', '/category/:slug', '/product/:id', '/help', '/checkout', '/track'],
  ...['/auth', '/signin', '/sign-in', '/sign', '/sign-up', '/reset-password', '/password-reset'],
  ...['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet', '/affiliate/wallet/statement', '/affiliate/:list'],
] as const

export const linkTargetWords =
  'Write a page of this shop, such as /category/heels, or the whole web address of another site, which begins with https:// or http://.'

/** Where an ad or a promotion may lead: to a page of the shop, or to another site. The database asks for the same of its beginning (migration 58). */
export function isLinkTarget(text: string): boolean {
  return isWebAddress(text) || isPagePath(text)
}

/** How a link target is stored: of a web address the scheme and the host as browsers write them, in small letters; what follows as it was written. */
export function storedLinkTarget(text: string): string {
  return isWebAddress(text) ? text.replace(/^[^/]+\/\/[^/?#]+/, new URL(text).origin) : text
}

/** A path with one leading slash, as browsers read it: neither `//` nor `\` can make it another host, no dots lead elsewhere, and it names a page. */
function isPagePath(text: string): boolean {
  const here = 'https://shop.invalid'
  if (!/^\/[\x21-\x7e]*$/.test(text) || text.length > 2000 || /\/\/|[\\"<>^`{|}]/.test(text) || !URL.canParse(text, here)) return false
  const { origin, pathname } = new URL(text, here)
  return origin === here && text.split(/[?#]/)[0] === pathname && targetPages.some((page) => isOf(page, pathname))
}

function isOf(page: string, pathname: string): boolean {
  const [wanted, given] = [page.split('/'), pathname.split('/')]
  return wanted.length === given.length && wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
}
