import type { Context, Hono, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Log } from '#core/context.ts'
import { isLoopbackHost } from '#domain/loopback.ts'
import { Problem } from '#domain/problem.ts'
import type { Shop } from '#server/running-shop.ts'
import type { Visitors } from '#server/visitors.ts'

/**
 * Security headers (promises §5) of every response, and those of documents, which the scripts, sheets, fonts and pictures of a page are sent without: it has twenty.
 * A page has a policy of its own; all else may be opened as a document as well, where nothing of it runs, and may not be framed. The id of the request goes with
 * them; pages take all of them (`takeHeaders`).
 */
export function safeHeaders(live: boolean): MiddlewareHandler {
  const fixed: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "frame-ancestors 'none'",
    ...(live && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const ofDocuments: Record<string, string> = {
    ...fixed,
    // Drawings (SVG) have styles of their own.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
  const [ofParts, ofOthers] = [Object.entries(fixed), Object.entries(ofDocuments)]
  return async (c, next) => {
    c.set('headers', ofDocuments)
    await next()
    if (!c.get('headers')) return
    const { headers } = c.res
    const isPartOfPage = /^(text\/(javascript|css)|font\/|image\/(?!svg))/.test(headers.get('content-type') ?? '')
    for (const [name, value] of isPartOfPage ? ofParts : ofOthers) if (!headers.has(name)) headers.set(name, value)
    const id = requestIdOf(c)
    if (id !== undefined) headers.set('x-request-id', id)
  }
}

/** The headers of every document, for one that is made with them at once, in place of one by one on the made answer. */
export function takeHeaders(c: Context): Record<string, string> {
  const headers: Record<string, string> = c.get('headers')
  c.set('headers', null)
  const id = requestIdOf(c)
  return id === undefined ? headers : { ...headers, 'x-request-id': id }
}

const requestIdOf = (c: Context) => c.get('requestId') as string | undefined

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Refuses other methods, such as TRACE: no route has them, and some cannot be used with the web Request. */
export const knownMethods: MiddlewareHandler = async (c, next) => {
  if (!methods.includes(c.req.method)) throw new Problem('method_not_allowed', { detail: methods.join(', '), allow: methods })
  await next()
}

/**
 * Allows the host names of the shop: `origin` (PUBLIC_URL or HOST) and loopback addresses. Others get 421. Callbacks are exempt: M-Pesa may use another
 * name (MPESA_CALLBACK_BASE_URL), sends each callback only once, and is authenticated by the secret in the path.
 */
export function knownHosts(origin: string): MiddlewareHandler {
  const isKnown = isKnownHost(origin)
  return async (c, next) => {
    if (!isKnown(c) && !c.req.path.startsWith('/api/callbacks/')) throw new Problem('wrong_host')
    await next()
  }
}

/** Whether a request is for the shop by one of its names. */
export function isKnownHost(origin: string): (c: Context) => boolean {
  const known = new URL(origin).host
  return (c) => {
    const host = c.req.header('host') ?? ''
    return host === known || isLoopbackHost(host)
  }
}

/**
 * CSRF protection: refuses requests that change something and come from another site, by Sec-Fetch-Site and Origin. `shopOrigin` is the shop's own, PUBLIC_URL or HOST; by
 * another name, which is loopback, it speaks http.
 */
export function sameSiteOnly(shopOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) {
      const site = c.req.header('sec-fetch-site')
      if (site && site !== 'same-origin' && site !== 'none') throw new Problem('cross_site')
      const [origin, host] = [c.req.header('origin'), c.req.header('host')]
      const own = host === new URL(shopOrigin).host ? new URL(shopOrigin).origin : `http://${host}`
      if (!site && origin && origin !== own) throw new Problem('cross_site')
    }
    await next()
  }
}

/** The older form (`report-uri`) and the newer one (`report-to`), as browsers send them. */
const sentReports = z.union([
  z
    .object({ 'csp-report': z.object({ 'effective-directive': z.string().optional(), 'violated-directive': z.string(), 'blocked-uri': z.string() }) })
    .transform(({ 'csp-report': report }) => [
      { directive: report['effective-directive'] ?? report['violated-directive'], blocked: report['blocked-uri'] },
    ]),
  z
    .array(z.object({ body: z.object({ effectiveDirective: z.string(), blockedURL: z.string() }) }))
    .transform((reports) => reports.map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL }))),
])

const maxLines = 10
const minute = 60_000

/**
 * Receives browsers' reports of content security policy violations. Anybody can send anything here, so only the directive and the host are logged, at
 * most `maxLines` a minute. Unreadable reports get the same answer.
 */
export function reportRoute(app: Hono, log: Log, clock: () => number = Date.now) {
  let since = Number.NEGATIVE_INFINITY
  let lines = 0
  app.post('/csp-reports', async (c) => {
    for (const { directive, blocked } of readReports(await c.req.text())) {
      if (clock() - since >= minute) {
        since = clock()
        lines = 0
      }
      if (++lines > maxLines) break
      log.warn({ directive: wordOf(directive), blocked: hostOf(blocked) }, 'content security policy violation')
    }
    return c.body(null, 204)
  })
}

function readReports(text: string): z.output<typeof sentReports> {
  try {
    return sentReports.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}

/** The host of the blocked URL, or the keyword in its place: `inline`, `eval`, `data`. */
function hostOf(blocked: string): string {
  if (!URL.canParse(blocked)) return wordOf(blocked)
  const { host, protocol } = new URL(blocked)
  return host.slice(0, 100) || wordOf(protocol.slice(0, -1))
}

function wordOf(text: string): string {
  return /^[a-z-]{1,40}(?= |$)/.exec(text)?.[0] ?? 'unknown'
}

/** What is open in a shop that is getting ready: the panel, what leads into it, and M-Pesa's callbacks of a test. */
const openPaths =
  /^\/(admin|claim|invitation|auth|signin|sign-in|sign-up|sign|sign%20in|sign%20up|reset-password|password-reset|sign-out|api\/auth|api\/callbacks)(\/|\.data$|$)/

/** Keeps visitors out of a live shop that is getting ready, pages and API alike; people who work there go everywhere, to try it. */
export function beforeOpening(shop: Shop, visitors: Visitors): MiddlewareHandler {
  return async (c, next) => {
    if (shop.isOpen || openPaths.test(c.req.path)) return next()
    const { role, lacksSecondFactor } = await visitors.identify(c)
    // Who still has to set up the second factor does it on a page of the shop.
    if (role === null && !lacksSecondFactor) throw new Problem('not_open', { retryAfter: 600 })
    await next()
    // No cache may hand a page on that only they may see.
    c.res.headers.set('Cache-Control', 'no-store')
  }
}
