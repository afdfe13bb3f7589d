import type { Handler, Context as HonoContext } from 'hono'
import { createSlots } from '#domain/slots.ts'
import type { Visitors } from '#server/actor.ts'
import { contextForEverybody, contextForPage } from '#server/list-reads.ts'
import type { MemoryRateLimiter } from '#server/memory-rate-limiter.ts'
import { canonicalUrl, isKnownPage, isPublicRead } from '#server/page-address.ts'
import { createPageCache } from '#server/page-cache.ts'
import { pagePattern } from '#server/page-pattern.ts'
import { isPublic, type Mode, renderPage, type Site, toPage } from '#server/render-page.ts'
import type { Shop } from '#server/running-shop.ts'
import { sendPage } from '#server/send-page.ts'

/**
 * Answers requests for pages. Public pages (by their Cache-Control) are the same bytes for every visitor: rendered once and cached until what they show changes (web/page-keys.ts).
 * All others are rendered for each request.
 */
export function pages(
  shop: Shop,
  site: () => Promise<Site>,
  { publicUrl, mode, visitors, rateLimiter }: { publicUrl: string | null; mode: Mode; visitors: Visitors; rateLimiter: MemoryRateLimiter },
): Handler {
  // Few at once: the data of a page that waits long outlives the young generation, and a third of the memory would be theirs.
  const known = { cache: createPageCache(), slots: createSlots(4, 200) }
  // The number of arbitrary addresses (searches, unknown categories) is unbounded: they have a cache of their own and evict only each other.
  const arbitrary = { cache: createPageCache({ maxPages: 100, maxBytes: 16 * 2 ** 20 }), slots: createSlots(4, 200) }
  shop.events.subscribe('shelf', (key) => {
    known.cache.drop(key)
    arbitrary.cache.drop(key)
  })

  return async (c) => {
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
    let isHit = true
    const { cache, slots } = isKnown ? known : arbitrary
    const page = await cache.get(`${url.pathname}${url.search}`, () => {
      isHit = false
      // Before `fresh`, because a refusal must not fail other requests that wait for the same rendering.
      consumeLimits()
      return slots.take(fresh)
    })
    c.set('pageFrom', isHit ? 'cache' : 'rendering')
    // RFC 9211.
    return sendPage(c, page, { also: { 'cache-status': isHit ? 'viatu; hit' : 'viatu; fwd=miss' } })
  }
}

function bodyOf(c: HonoContext): RequestInit {
  return c.req.method === 'GET' || c.req.method === 'HEAD' ? {} : ({ body: c.req.raw.body, duplex: 'half' } as RequestInit)
}

function isFile(response: Response): boolean {
  return response.status === 200 && (response.headers.get('content-disposition') ?? '').startsWith('attachment')
}
