import type { Handler, Context as HonoContext, MiddlewareHandler } from 'hono'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { type Actor, anonymous, type Context } from '#core/context.ts'
import { readCookie } from '#core/cookie.ts'
import { isPublicPage } from '#domain/page-url.ts'
import { createSlots } from '#domain/slots.ts'
import { canonicalUrl, isKnownPage, isPublicRead } from '#server/pages/canonical-url.ts'
import { type CachedPage, createPageCache, sendPage } from '#server/pages/page-cache.ts'
import { isPublic, type Mode, renderPage, type Site, toPage } from '#server/pages/render-page.ts'
import type { Shop } from '#server/running-shop.ts'
import type { MemoryRateLimiter, Visitors } from '#server/visitors.ts'

/**
 * Serves pages. Public pages (by their Cache-Control) are the same bytes for every visitor: rendered once and cached until what they show changes (web/public-page.ts).
 * All others are rendered for each request. `fromCache` stands in front of what a cached page does not need, and serves those only; `any` serves every page.
 */
export function pages(
  shop: Shop,
  site: () => Promise<Site>,
  { publicUrl, mode, visitors, rateLimiter }: { publicUrl: string | null; mode: Mode; visitors: Visitors; rateLimiter: MemoryRateLimiter },
): { fromCache: MiddlewareHandler; any: Handler } {
  // Few at once: the data of a page that waits long outlives the young generation, and a third of the memory would be theirs.
  const known = { cache: createPageCache(), slots: createSlots(4, 200) }
  // The number of arbitrary addresses (searches, unknown categories) is unbounded: they have a cache of their own and evict only each other.
  const arbitrary = { cache: createPageCache({ maxPages: 100, maxBytes: 16 * 2 ** 20 }), slots: createSlots(4, 200) }
  shop.events.subscribe('shelf', (key) => {
    known.cache.drop(key)
    arbitrary.cache.drop(key)
  })

  const { monitor } = shop.contextFor().services
  const keptIn = (url: URL) => (isKnownPage(url) ? known : arbitrary)
  const keyOf = ({ pathname, search }: URL) => `${pathname}${search}`
  const sendPublic = (c: HonoContext, page: CachedPage, from: 'cache' | 'rendering') => {
    monitor.pages[from]++
    // A former address of a category leads on with the query as it came, an affiliate's code too.
    const onward = page.status === 301 && { location: `${page.headers.location}${new URL(c.req.url).search}` }
    // RFC 9211.
    return sendPage(c, page, { also: { 'cache-status': from === 'cache' ? 'viatu; hit' : 'viatu; fwd=miss', ...onward } })
  }

  const fromCache: MiddlewareHandler = async (c, next) => {
    if (!isPublicPage(c.req.path)) return next()
    const url = canonicalUrl(c, publicUrl)
    const page = isPublicRead(c, url) ? keptIn(url).cache.find(keyOf(url)) : null
    if (!page) return next()
    return sendPublic(c, page, 'cache')
  }

  const any: Handler = async (c) => {
    const url = canonicalUrl(c, publicUrl)
    const built = await site()
    const accepted = c.req.header('accept-encoding') ?? ''
    c.set('page', pagePattern(built.build, url.pathname))
    const consumeLimits = () => {
      const address = visitors.addressOf(c)
      rateLimiter.consume('page_address', address)
      if (url.searchParams.has('search')) rateLimiter.consume('search_address', address)
    }
    if (!isPublicRead(c, url)) {
      consumeLimits()
      const { method, headers, signal } = c.req.raw
      const request = new Request(url, { method, headers, signal, ...bodyOf(c) })
      const ctx = await contextForPage(shop, c, url, await visitors.identify(c))
      const rendered = await renderPage(shop, built, mode, request, ctx)
      // The router also knows `/Products/`, whose loader takes it for the same page for everybody.
      if (isPublic(rendered.response)) rendered.response.headers.set('Cache-Control', 'no-store')
      // A download (CSV export) may be large, so it is streamed.
      if (isFile(rendered.response)) return rendered.response
      return sendPage(c, await toPage(rendered, url, mode, accepted), { cookies: rendered.response.headers.getSetCookie() })
    }
    const isKnown = isKnownPage(url)
    // Rendered without the visitor's headers, so that nothing personal can get into the cache.
    const fresh = async () => {
      const rendered = await renderPage(shop, built, mode, new Request(url), await contextForEverybody(shop))
      const keep = isPublic(rendered.response) && mode === 'production'
      return { page: await toPage(rendered, url, mode, isKnown && keep ? null : accepted), keep }
    }
    let from: 'cache' | 'rendering' = 'cache'
    const { cache, slots } = keptIn(url)
    const page = await cache.get(keyOf(url), () => {
      from = 'rendering'
      // Before `fresh`, because a refusal must not fail other requests that wait for the same rendering.
      consumeLimits()
      return slots.take(fresh)
    })
    return sendPublic(c, page, from)
  }
  return { fromCache, any }
}

function bodyOf(c: HonoContext): RequestInit {
  return c.req.method === 'GET' || c.req.method === 'HEAD' ? {} : ({ body: c.req.raw.body, duplex: 'half' } as RequestInit)
}

function isFile(response: Response): boolean {
  return response.status === 200 && (response.headers.get('content-disposition') ?? '').startsWith('attachment')
}

/** The pattern of the page at a path, such as `/product/:id`; every path without a page has the same one. */
function pagePattern(build: ServerBuild, path: string): string {
  const known = patternsOf(build)
  const found = known.byPath.get(path)
  if (found) return found
  const matches = matchRoutes(known.routes, path.replace(/\.data$/, '')) ?? []
  const pattern = `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
  if (known.byPath.size >= maxRemembered) known.byPath.clear()
  known.byPath.set(path, pattern)
  return pattern
}

/** Paths whose pattern is remembered: matching takes longer than sending a page that is rendered already. */
const maxRemembered = 2_000

function patternsOf(build: ServerBuild) {
  const known = patterns.get(build) ?? { routes: childrenOf(build.routes, undefined), byPath: new Map<string, string>() }
  patterns.set(build, known)
  return known
}
const patterns = new WeakMap<ServerBuild, { routes: RouteObject[]; byPath: Map<string, string> }>()

function childrenOf(routes: ServerBuild['routes'], parent: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }] as RouteObject[]
  })
}

/** Lists of the panel that a replica may answer. Commissions, payouts, refunds and all that is a page of one thing are read where they are written. */
const panelLists = /^\/admin\/(products|orders|customers|users|figures|audit)(\.data)?$/

const isSecure = ({ facts }: Pick<Shop, 'facts'>) => facts.origin.startsWith('https://')
/** Where the log ended when this browser last wrote: its next list shows that. */
const cookieName = (shop: Pick<Shop, 'facts'>) => `${isSecure(shop) ? '__Host-' : ''}viatu-written`

/** The context of a page that the replica may answer: a public page, or a list of the panel. Of all others, and without a replica, the usual one. */
export async function contextForPage(shop: Shop, c: HonoContext, url: URL, actor: Actor): Promise<Context> {
  const ctx = shop.contextFor(actor)
  const isList = c.req.method === 'GET' && panelLists.test(url.pathname) && !['refunds', 'review'].includes(url.searchParams.get('view') ?? '')
  if (!shop.replica || !isList) return ctx
  return { ...ctx, db: await shop.replica.databaseFor(readCookie(c.req.header('cookie') ?? null, cookieName(shop))) }
}

/** The same for a public page, which is rendered for everybody. */
export async function contextForEverybody(shop: Shop): Promise<Context> {
  const ctx = shop.contextFor(anonymous)
  return shop.replica ? { ...ctx, db: await shop.replica.databaseFor() } : ctx
}

/** After a request that may have written. A browser without cookies has no lists of its own. */
export async function rememberWrite(shop: Pick<Shop, 'replica' | 'log' | 'facts'>, c: HonoContext): Promise<void> {
  const { replica, log } = shop
  if (!replica || !c.req.header('cookie')) return
  const written = await replica.position().catch((error) => {
    log.warn({ error }, 'lists of this browser are read from the primary')
    return 'unknown'
  })
  const secure = isSecure(shop) ? '; Secure' : ''
  c.header('Set-Cookie', `${cookieName(shop)}=${written}; Path=/; Max-Age=3600; HttpOnly${secure}; SameSite=Lax`, { append: true })
}
