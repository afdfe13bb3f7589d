import { hash, randomBytes } from 'node:crypto'
import { createRequestHandler, isRouteErrorResponse, type RequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Context } from '#core/context.ts'
import { isTransientFailure } from '#core/transactions.ts'
import { Problem } from '#domain/problem.ts'
import { pagePolicy, withoutNonces } from '#server/pages/content-security-policy.ts'
import { type Body, type CachedPage, toCachedPage } from '#server/pages/page-cache.ts'
import { withoutSecrets } from '#server/problem-responses.ts'
import type { Shop } from '#server/running-shop.ts'
import type { shopContext } from '#web/shop-context.ts'

/** The React Router build, and the context key under which its loaders expect the shop. */
export interface Site {
  build: ServerBuild
  shopContext: typeof shopContext
}

export type Mode = 'production' | 'development'

export interface Rendered {
  response: Response
  /** The CSP nonce of its inline scripts, stripped before the page is sent. */
  nonce: string
  /** The document in parts; its response has no body. */
  html: string[] | undefined
}

/** Renders a page with React Router for the actor of `ctx`. What failed in its loaders is logged; a failure for a transient reason of the database becomes 503. */
export async function renderPage(shop: Shop, { build, shopContext }: Site, mode: Mode, request: Request, ctx: Context): Promise<Rendered> {
  const provider = new RouterContextProvider()
  const faults: unknown[] = []
  const nonce = randomBytes(16).toString('base64url')
  provider.set(shopContext, { ctx, shop: shop.facts, failed: (error) => faults.push(error), nonce })
  const response = await handlerOf(build, mode, new URL(request.url).pathname)(request, provider)
  // A method that a route does not have is the visitor's fault, not the shop's.
  const lasting = faults.filter((error) => !isTransientFailure(error) && !(isRouteErrorResponse(error) && error.status < 500))
  for (const error of lasting) shop.log.error({ error, path: withoutSecrets(new URL(request.url).pathname) }, 'page failed')
  const isTransient = response.status === 500 && faults.length > lasting.length
  // React Router answers plain text when even its error page failed.
  if (response.status === 500 && response.headers.get('content-type')?.startsWith('text/plain'))
    throw new Problem(isTransient ? 'unavailable' : 'internal')
  // An action may have put another context there: of the same person with a new session.
  return { response: isTransient ? tryLater(response) : response, nonce, html: provider.get(shopContext).html }
}

/** A rendered page with the headers that depend on its bytes. `accepted`: see `toCachedPage`. */
export async function toPage({ response, nonce, html }: Rendered, url: URL, mode: Mode, accepted: string | null): Promise<CachedPage> {
  const headers = Object.fromEntries(response.headers)
  const isDocument = (headers['content-type'] ?? '').startsWith('text/html')
  let body: Body
  if (isDocument) {
    const text = response.body === null ? (html ?? []) : [await response.text()]
    headers['content-security-policy'] = pagePolicy(text, nonce, mode)
    headers['reporting-endpoints'] = 'csp="/csp-reports"'
    // Nothing waits between here and the compression: the next page is written to the same memory.
    body = withoutNonces(text, nonce)
  } else body = Buffer.from(await response.arrayBuffer())
  // Browsers must not store navigation data; they may store public pages, but revalidate them each time.
  if (!isDocument || !isPublic(response)) {
    headers['cache-control'] = isDocument ? 'private, no-store' : 'no-store'
    delete headers['cdn-cache-control']
  }
  // Keeps the key from other sites; `no-referrer` would strip the Origin of the page's forms, which are then refused.
  if (url.searchParams.has('key')) headers['referrer-policy'] = 'same-origin'
  if (!isPublic(response)) headers['x-robots-tag'] = 'noindex'
  delete headers['content-length']
  // Cookies are sent separately: a record holds only one of several, and a cached page must have none.
  delete headers['set-cookie']
  headers.vary = 'Accept-Encoding'
  const page = toCachedPage(response.status, headers, body, accepted)
  // Of the bytes that were made at once: a fifth of the page to hash, and the same for the same page.
  if (isDocument && isPublic(response)) headers.etag = `W/"${hash('sha256', page.usual, 'base64url').slice(0, 22)}"`
  return page
}

/** Whether a rendered page may be cached: its loader said so (`publicPage`), and it sets no cookie. */
export function isPublic(response: Response): boolean {
  return response.status === 200 && (response.headers.get('cache-control') ?? '').startsWith('public') && !response.headers.has('set-cookie')
}

/** A page that failed for a transient reason of the database: 503 in place of React Router's 500. */
function tryLater(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('Retry-After', '5')
  return new Response(response.body, { status: 503, headers })
}

/** Created once for each build, because it reads all routes. The panel's are most of them, and every page would match and make them: only its own addresses have them. */
function handlerOf(build: ServerBuild, mode: Mode, path: string) {
  const handlers = handlersOf.get(build) ?? { panel: createRequestHandler(build, mode), shop: createRequestHandler(withoutPanel(build), mode) }
  handlersOf.set(build, handlers)
  return mode === 'production' && !/^\/admin\b/i.test(path) ? handlers.shop : handlers.panel
}
const handlersOf = new WeakMap<ServerBuild, { panel: RequestHandler; shop: RequestHandler }>()

/** With the manifest that has no routes of the panel either (react-router.config.ts). */
function withoutPanel(build: ServerBuild): ServerBuild {
  const left = <Route>(routes: Record<string, Route>) => Object.fromEntries(Object.entries(routes).filter(([id]) => !id.startsWith('admin/')))
  return {
    ...build,
    routes: left(build.routes),
    assets: { ...build.assets, url: build.assets.url.replace('.js', '.shop.js'), routes: left(build.assets.routes) },
  }
}
