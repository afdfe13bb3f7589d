import { createHash } from 'node:crypto'
import type { Handler, Context as HonoContext } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type Actor, anonymous } from '#features/context.ts'
import { isPassingTrouble } from '#features/passing-trouble.ts'
import type { Identify } from '#server/actor.ts'
import { createPageCache, type Encoding, type KeptPage, toKept } from '#server/page-cache.ts'
import { pagePolicy } from '#server/security.ts'
import type { Shop } from '#server/shop.ts'
import type { shopContext } from '#web/shop-context.ts'

/** The built pages and the key under which they expect the shop. */
export interface Site {
  build: ServerBuild
  shopContext: typeof shopContext
}

type Mode = 'production' | 'development'

/** Query parameters that a page may depend on; all others (ref, utm_…, fbclid) are the browser's business and never reach a rendering. */
const meaningful = ['search', 'category', 'size', 'min', 'max', 'sort', 'cursor', 'line', 'key', '_routes']

/**
 * The rendered pages. Public ones, which say so by their Cache-Control, are the same bytes for everybody: rendered once, kept, and sent
 * again until the shelf changes. All others are rendered for the one who asked.
 */
export function pages(
  shop: Shop,
  site: () => Promise<Site>,
  { publicUrl, mode, identify }: { publicUrl: string | null; mode: Mode; identify: Identify },
): Handler {
  const cache = createPageCache()
  shop.news.hear('shelf', () => cache.clear())

  return async (c) => {
    const url = addressOf(c, publicUrl)
    const { build, shopContext } = await site()
    const render = async (request: Request, actor: Actor) => {
      const provider = new RouterContextProvider()
      const faults: unknown[] = []
      provider.set(shopContext, { ctx: shop.contextFor(actor), shop: shop.facts, failed: (error) => faults.push(error) })
      const response = await handlerOf(build, mode)(request, provider)
      const lasting = faults.filter((error) => !isPassingTrouble(error))
      for (const error of lasting) shop.log.error({ error, path: url.pathname }, 'page failed')
      return response.status === 500 && faults.length > lasting.length ? tryLater(response) : response
    }
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead || !publicPath.test(url.pathname)) {
      const { method, headers, signal } = c.req.raw
      const response = await render(new Request(url, { method, headers, signal, ...bodyOf(c) }), await identify(c.req.raw))
      return send(c, await toPage(response, url, mode), response.headers.getSetCookie())
    }
    // Rendered for nobody in particular: without the visitor's cookies, keys and languages there is nothing of theirs that could be kept.
    const page = await cache.get(`${url.pathname}${url.search}`, async () => {
      const response = await render(new Request(url), anonymous)
      const keep = isPublic(response) && mode === 'production'
      return { page: await toPage(response, url, mode), keep }
    })
    return send(c, page)
  }
}

/** The pages that are the same for everybody, and their data for navigations. All others are rendered for the one who asks. */
const publicPath = /^\/((_root|_index|products|category(\/[^/]+)?|product\/[^/]+)(\.data)?)?$/

/** The address as the router sees it: on the shop's own origin (a proxy may speak http to us), with the meaningful parameters in a fixed order. */
function addressOf(c: HonoContext, publicUrl: string | null): URL {
  const asked = new URL(c.req.url)
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(asked.hostname)
  const url = new URL(publicUrl && !isLoopback ? publicUrl : asked.origin)
  // Set, not resolved: `//elsewhere/products` is a path of ours, and not the products of another host.
  url.pathname = asked.pathname
  for (const name of meaningful) for (const value of asked.searchParams.getAll(name)) url.searchParams.append(name, value)
  // React Router marks an index route's form posts with a bare `index`.
  if (asked.searchParams.has('index')) url.search += `${url.search ? '&' : '?'}index`
  return url
}

function bodyOf(c: HonoContext): RequestInit {
  return c.req.method === 'GET' || c.req.method === 'HEAD' ? {} : ({ body: c.req.raw.body, duplex: 'half' } as RequestInit)
}

/** A page that the database kept from us for the moment; the router knows faults only as 500. */
function tryLater(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('Retry-After', '5')
  return new Response(response.body, { status: 503, headers })
}

function isPublic(response: Response): boolean {
  return response.status === 200 && (response.headers.get('cache-control') ?? '').startsWith('public') && !response.headers.has('set-cookie')
}

async function toPage(response: Response, url: URL, mode: Mode): Promise<KeptPage> {
  const text = await response.text()
  const headers = Object.fromEntries(response.headers)
  const isDocument = (headers['content-type'] ?? '').startsWith('text/html')
  if (isDocument) headers['content-security-policy'] = pagePolicy(text, mode)
  // Data for one navigation is never kept by a browser; a page may be kept, but is asked about each time.
  if (!isDocument || !isPublic(response)) headers['cache-control'] = isDocument ? 'private, no-store' : 'no-store'
  if (isDocument && isPublic(response)) headers.etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  if (url.searchParams.has('key')) headers['referrer-policy'] = 'no-referrer'
  delete headers['content-length']
  // Of several cookies a record holds only the last, and what many share holds none: they go beside the page, to the one who asked.
  delete headers['set-cookie']
  headers.vary = 'Accept-Encoding'
  return toKept(response.status, headers, text)
}

function send(c: HonoContext, page: KeptPage, cookies: string[] = []): Response {
  if (isKnown(page.headers.etag, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers: page.headers })
  // Nothing stays nothing: compressed it would be a byte that is announced and never sent.
  const encoding = page.body.length === 0 ? null : encodingOf(c.req.header('accept-encoding') ?? '')
  const body = encoding ? page.encoded(encoding) : page.body
  const headers: Record<string, string> = {
    ...page.headers,
    'content-length': String(body.length),
    ...(encoding && { 'content-encoding': encoding }),
  }
  if (page.status === 204 || page.status === 304) delete headers['content-length']
  const empty = c.req.method === 'HEAD' || page.body.length === 0
  const response = new Response(empty ? null : new Uint8Array(body), { status: page.status, headers })
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

/** Made once for each build: it reads all routes of the site. */
function handlerOf(build: ServerBuild, mode: Mode) {
  const known = handlers.get(build) ?? createRequestHandler(build, mode)
  handlers.set(build, known)
  return known
}
const handlers = new WeakMap<ServerBuild, ReturnType<typeof createRequestHandler>>()
