import { isCategory, type MenuEntry } from '#domain/catalogue.ts'
import { parseUrl } from '#domain/parse-url.ts'

/** The public pages that an affiliate may link to. A category must be in the menu. */
const shareable: { path: RegExp; isOurs?: (caught: string, menu: MenuEntry[]) => boolean }[] = [
  { path: /^\/$/ },
  { path: /^\/products\/?$/ },
  { path: /^\/category\/?$/ },
  { path: /^\/category\/([^/]+)\/?$/, isOurs: (slug, menu) => isCategory(menu, slug) },
  { path: /^\/product\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/?$/i },
]

/** An affiliate's link to a page of the shop; null for an address that `linkRefusal` (link-refusal.ts) refuses. */
export function referralLink(origin: string, address: string, code: string, menu: MenuEntry[]): string | null {
  const url = readOwn(origin, address)
  if (!url || !isShareable(url.pathname, menu)) return null
  url.searchParams.set('ref', code)
  url.hash = ''
  return url.href
}

/** Whether affiliates may link to a path of the shop. */
export function isShareable(path: string, menu: MenuEntry[]): boolean {
  return shareable.some(({ path: pattern, isOurs }) => {
    const match = pattern.exec(path)
    return match !== null && (!isOurs || isOurs(match[1] as string, menu))
  })
}

/** Null for an address that is not the shop's own. */
export function readOwn(origin: string, address: string): URL | null {
  const url = parseUrl(address, origin)
  return url && url.origin === new URL(origin).origin && !url.username && !url.password ? url : null
}
