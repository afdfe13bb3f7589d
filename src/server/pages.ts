import { createHash, randomBytes } from 'node:crypto'
import type { Handler, Context as HonoContext } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { Problem } from '#domain/problem.ts'
import { type Actor, anonymous } from '#features/context.ts'
import { isTransientFailure } from '#features/retry-transient.ts'
import type { Visitors } from '#server/actor.ts'
import type { MemoryRateLimiter } from '#server/memory-rate-limiter.ts'
import { addressOf, isKnownPage, isPublicRead } from '#server/page-address.ts'
import { type CachedPage, createPageCache, type Encoding, toCachedPage } from '#server/page-cache.ts'
import { withoutSecrets } from '#server/problems.ts'
import type { Shop } from '#server/running-shop.ts'
import { pagePolicy, stripNonces } from '#server/security.ts'
import type { shopContext } from '#web/shop-context.ts'

/** The React Router build, and the context key under which its loaders expect the shop. */
export interface Site {
  build: ServerBuild
  shopContext: typeof shopContext
}

type Mode = 'production' | 'development'

/**
 * Renders pages with React Router. Public pages (by their Cache-Control) are the same bytes for every visitor: rendered once and cached until the
 * catalogue changes. All others are rendered for each request.
 */
export function pages(
  shop: Shop,
  site: () => Promise<Site>,
  { publicUrl, mode, visitors, rateLimiter }: { publicUrl: string | null; mode: Mode; visitors: Visitors; rateLimiter: MemoryRateLimiter },
): Handler {
  const knownPages = createPageCache()
  // The number of arbitrary addresses (searches, unknown categories) is unbounded: they have a cache of their own and evict only each other.
  const arbitraryPages = createPageCache({ maxPages: 100, maxBytes: 16 * 2 ** 20 })
  shop.events.subscribe('shelf', () => {
    knownPages.clear()
    arbitraryPages.clear()
  })

  return async (c) => {
    const url = addressOf(c, publicUrl)
    const { build, shopContext } = await site()
    const render = async (request: Request, actor: Actor): Promise<Rendered> => {
      const provider = new RouterContextProvider()
      const faults: unknown[] = []
      const nonce = randomBytes(16).toString('base64url')
      provider.set(shopContext, { ctx: shop.contextFor(actor), shop: shop.facts, failed: (error) => faults.push(error), nonce })
      const response = await handlerOf(build, mode)(request, provider)
      const lasting = faults.filter((error) => !isTransientFailure(error))
      for (const error of lasting) shop.log.error({ error, path: withoutSecrets(url.pathname) }, 'page failed')
      const isTransient = response.status === 500 && faults.length > lasting.length
      // React Router answers plain text when even its error page failed.
      if (response.status === 500 && response.headers.get('content-type')?.startsWith('text/plain'))
        throw new Problem(isTransient ? 'unavailable' : 'internal')
      return { response: isTransient ? tryLater(response) : response, nonce }
    }
    const consumeLimits = () => {
      const address = visitors.addressOf(c)
      rateLimiter.consume('page_address', address)
      if (url.searchParams.has('search')) rateLimiter.consume('search_address', address)
    }
    if (!isPublicRead(c, url)) {
      consumeLimits()
      const { method, headers, signal } = c.req.raw
      const made = await render(new Request(url, { method, headers, signal, ...bodyOf(c) }), await visitors.identify(c))
      // A download (CSV export) may be large, so it is streamed.
      if (isFile(made.response)) return made.response
      return send(c, await toPage(made, url, mode, false), made.response.headers.getSetCookie())
    }
    // Rendered without the visitor's headers, so that nothing personal can get into the cache.
    const fresh = async () => {
      const made = await render(new Request(url), anonymous)
      const keep = isPublic(made.response) && mode === 'production'
      return { page: await toPage(made, url, mode, keep), keep }
    }
    const page = await (isKnownPage(url) ? knownPages : arbitraryPages).get(`${url.pathname}${url.search}`, () => {
      // Before `fresh`, because a refusal must not fail other requests that wait for the same rendering.
      consumeLimits()
      return fresh()
    })
    return send(c, page)
  }
}

interface Rendered {
  response: Response
  /** The CSP nonce of its inline scripts, stripped before the page is sent. */
  nonce: string
}

function bodyOf(c: HonoContext): RequestInit {
  return c.req.method === 'GET' || c.req.method === 'HEAD' ? {} : ({ body: c.req.raw.body, duplex: 'half' } as RequestInit)
}

/** A page that failed for a transient reason of the database: 503 in place of React Router's 500. */
function tryLater(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('Retry-After', '5')
  return new Response(response.body, { status: 503, headers })
}

function isPublic(response: Response): boolean {
  return response.status === 200 && (response.headers.get('cache-control') ?? '').startsWith('public') && !response.headers.has('set-cookie')
}

function isFile(response: Response): boolean {
  return response.status === 200 && (response.headers.get('content-disposition') ?? '').startsWith('attachment')
}

async function toPage({ response, nonce }: Rendered, url: URL, mode: Mode, keep: boolean): Promise<CachedPage> {
  let body = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  const isDocument = (headers['content-type'] ?? '').startsWith('text/html')
  if (isDocument) {
    const html = body.toString()
    headers['content-security-policy'] = pagePolicy(html, nonce, mode)
    headers['reporting-endpoints'] = 'csp="/csp-reports"'
    body = Buffer.from(stripNonces(html, nonce))
  }
  // Browsers must not store navigation data; they may store public pages, but revalidate them each time.
  if (!isDocument || !isPublic(response)) headers['cache-control'] = isDocument ? 'private, no-store' : 'no-store'
  if (isDocument && isPublic(response)) headers.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  // Keeps the key from other sites; `no-referrer` would strip the Origin of the page's forms, which are then refused.
  if (url.searchParams.has('key')) headers['referrer-policy'] = 'same-origin'
  if (!isPublic(response)) headers['x-robots-tag'] = 'noindex'
  delete headers['content-length']
  // Cookies are sent separately: a record holds only one of several, and a cached page must have none.
  delete headers['set-cookie']
  headers.vary = 'Accept-Encoding'
  // Pages that are not cached are compressed while the visitor waits, so with less effort.
  return toCachedPage(response.status, headers, body, keep ? 5 : 4)
}

/** Sends a page in an encoding that the browser reads; 304 where it has the page already. */
export function send(c: HonoContext, page: CachedPage, cookies: string[] = []): Response {
  if (isKnown(page.headers.etag, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers: page.headers })
  // An empty body is not compressed: that would announce a content-length that is never sent.
  const encoding = page.body.length === 0 ? null : encodingOf(c.req.header('accept-encoding') ?? '')
  const body = encoding ? page.encoded(encoding) : page.body
  const headers: Record<string, string> = {
    ...page.headers,
    'content-length': String(body.length),
    ...(encoding && { 'content-encoding': encoding }),
  }
  if (page.status === 204 || page.status === 304) delete headers['content-length']
  const empty = c.req.method === 'HEAD' || page.body.length === 0
  const response = new Response(empty ? null : body, { status: page.status, headers })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Tags are weak, because one names all encodings of a page; `If-None-Match` may list several (RFC 9110 §13.1.2). */
function isKnown(etag: string | undefined, known: string | undefined): boolean {
  if (!etag || !known) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return known.split(',').some((tag) => bare(tag) === bare(etag))
}

/** The best encoding that is accepted, and not by a weight of 0, which refuses it. */
function encodingOf(accepted: string): Encoding | null {
  const refused = /;\s*q=0(\.0*)?\s*$/
  const names = accepted.split(',').flatMap((each) => (refused.test(each) ? [] : [each.split(';')[0]?.trim()]))
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}

/** Created once for each build, because it reads all routes. */
function handlerOf(build: ServerBuild, mode: Mode) {
  const known = handlers.get(build) ?? createRequestHandler(build, mode)
  handlers.set(build, known)
  return known
}
const handlers = new WeakMap<ServerBuild, ReturnType<typeof createRequestHandler>>()
