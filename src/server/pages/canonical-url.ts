import type { Context as HonoContext } from 'hono'
import { isLoopbackHost } from '#domain/loopback.ts'
import { isPublicPage, parametersOf, publicParameters } from '#domain/page-url.ts'
import { isKnownSlug } from '#features/catalogue/categories.ts'

/** Query parameters that only personal pages get: an order's key, a cart's lines, tokens of links, an affiliate's link target, a statement's days. */
const personalParameters = ['line', 'key', 'mode', 'next', 'ended', 'type', 'token', 'access_token', 'address', 'from', 'to']

/**
 * The URL as the router sees it and the cache knows it: on the shop's own origin (a proxy may speak http to us), with the meaningful parameters in a fixed
 * order.
 */
export function canonicalUrl(c: HonoContext, publicUrl: string | null): URL {
  const asked = new URL(c.req.url)
  const url = new URL(publicUrl && !isLoopbackHost(asked.hostname) ? publicUrl : asked.origin)
  // Assigned, not resolved: `//elsewhere/products` must stay a path and not become another host.
  url.pathname = asked.pathname
  const isPersonal = !isPublicRead(c, url)
  // Admin pages are personal and have filters of their own, so they keep all parameters.
  if (/^\/admin([/.]|$)/i.test(url.pathname)) {
    url.search = asked.search
    return url
  }
  for (const name of isPersonal ? [...publicParameters, ...personalParameters] : parametersOf(url.pathname))
    for (const value of asked.searchParams.getAll(name)) url.searchParams.append(name, value)
  // React Router marks an index route's form posts with a bare `index`.
  if (isPersonal && asked.searchParams.has('index')) url.search += `${url.search ? '&' : '?'}index`
  return url
}

/** The pages that are the same for everybody, and their data for navigations. All others are rendered for the visitor. */
export function isPublicRead(c: HonoContext, { pathname }: URL): boolean {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  return isRead && isPublicPage(pathname)
}

/**
 * Whether the address is one of the shop's own pages, of which there is a known number: no search, no cursor, no made-up category, and no other
 * spelling of a product's id.
 */
export function isKnownPage({ pathname, search }: URL): boolean {
  if (search) return false
  const [, place, name = ''] = pathname.replace(/\.data$/, '').split('/')
  if (place === 'category') return name === '' || isKnownSlug(name)
  return place !== 'product' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)
}
