import { isCategory } from '#domain/catalogue.ts'

/** The public pages that an affiliate may link to. A category must exist. */
const shareable: { path: RegExp; isOurs?: (caught: string) => boolean }[] = [
  { path: /^\/$/ },
  { path: /^\/products\/?$/ },
  { path: /^\/category\/?$/ },
  { path: /^\/category\/([^/]+)\/?$/, isOurs: isCategory },
  { path: /^\/product\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/?$/i },
]

/** An affiliate's link to a page of the shop; null for an address that `linkRefusal` refuses. */
export function referralLink(origin: string, address: string, code: string): string | null {
  const url = readOwn(origin, address)
  if (!url || !isShareable(url.pathname)) return null
  url.searchParams.set('ref', code)
  url.hash = ''
  return url.href
}

/** Why there is no link to an address, and what to do about it; null when there is one. */
export function linkRefusal(origin: string, address: string): string | null {
  if (!address.trim()) return 'Enter the address of a page first, such as /products or /category/women-shoes.'
  const url = readOwn(origin, address)
  if (!url) return 'Paste the address of a page of this shop.'
  if (isShareable(url.pathname)) return null
  return 'Only the home page, lists of shoes and shoes can be shared. Open one of them, copy its address and paste it here.'
}

function isShareable(path: string): boolean {
  return shareable.some(({ path: pattern, isOurs }) => {
    const match = pattern.exec(path)
    return match !== null && (!isOurs || isOurs(match[1] as string))
  })
}

/** Null for an address that is not the shop's own. */
function readOwn(origin: string, address: string): URL | null {
  if (!URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return url.origin === new URL(origin).origin && !url.username && !url.password ? url : null
}
