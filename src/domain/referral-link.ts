import { isCategory } from '#domain/catalogue.ts'

/** The public pages that an affiliate may link to. A category must exist. */
const shareable: { path: RegExp; isOurs?: (caught: string) => boolean }[] = [
  { path: /^\/$/ },
  { path: /^\/products\/?$/ },
  { path: /^\/category\/?$/ },
  { path: /^\/category\/([^/]+)\/?$/, isOurs: isCategory },
  { path: /^\/product\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/?$/i },
]

/** An affiliate's link to a page of the shop; null for an address that `linkRefusal` (link-refusal.ts) refuses. */
export function referralLink(origin: string, address: string, code: string): string | null {
  const url = readOwn(origin, address)
  if (!url || !isShareable(url.pathname)) return null
  url.searchParams.set('ref', code)
  url.hash = ''
  return url.href
}

/** Whether affiliates may link to a path of the shop. */
export function isShareable(path: string): boolean {
  return shareable.some(({ path: pattern, isOurs }) => {
    const match = pattern.exec(path)
    return match !== null && (!isOurs || isOurs(match[1] as string))
  })
}

/** Null for an address that is not the shop's own. */
export function readOwn(origin: string, address: string): URL | null {
  if (!URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return url.origin === new URL(origin).origin && !url.username && !url.password ? url : null
}
