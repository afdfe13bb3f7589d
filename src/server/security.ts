import { hash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { type DemoAccess, isLoopbackHost, mayUseDemo } from '#domain/loopback.ts'
import { Problem } from '#domain/problem.ts'
import { socketAddressOf } from '#server/address.ts'

/**
 * The content security policy of a page: our own scripts, and the hashes of exactly those inline scripts that carry the nonce of this rendering, which
 * injected markup cannot know (docs/decisions/0004). `html` is the page with its nonces, in parts; they are stripped (`withoutNonces`) before it is sent.
 */
export function pagePolicy(html: readonly string[], nonce: string, mode: 'production' | 'development' = 'production'): string {
  const building = mode === 'development'
  const hashesOf = (tag: keyof typeof openings) =>
    [...new Set(html.flatMap((part) => inlineTexts(part, tag, nonce)).map(tag === 'style' ? hashOfStyle : hashOf))].join(' ')
  return [
    "default-src 'self'",
    `script-src 'self' ${hashesOf('script')}`.trim(),
    // In development Vite injects styles and uses a WebSocket.
    `style-src 'self' ${building ? "'unsafe-inline'" : hashesOf('style')}`.trim(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    `connect-src 'self'${building ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // Browsers support one or the other (csp-reports.ts).
    'report-uri /csp-reports',
    'report-to csp',
  ].join('; ')
}

/** The texts of the elements that carry the nonce. */
function inlineTexts(html: string, tag: 'script' | 'style', nonce: string): string[] {
  const texts: string[] = []
  const mark = ` nonce="${nonce}"`
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + 1)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf(`</${tag}>`, start)
    // No `<` in between: an injected tag that was left open must not absorb the nonce of the next one.
    const isOurs = openings[tag].test(html.slice(html.lastIndexOf('<', at), at)) && !html.slice(at, start).includes('<')
    if (isOurs && end >= 0) texts.push(html.slice(start, end))
  }
  return texts
}
const openings = { script: /^<script( [^<>]*)?$/, style: /^<style( [^<>]*)?$/ }

/** The styles of a build are few, and longer than all scripts of a page. */
function hashOfStyle(text: string): string {
  const known = styles.get(text) ?? hashOf(text)
  if (styles.size < 100) styles.set(text, known)
  return known
}
const styles = new Map<string, string>()

/** The CSP source expression of an inline script or style. */
export function hashOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/**
 * The bytes of a page without the nonces of its rendering: the policy names its scripts by their hashes. They stand in memory that the next page is written to:
 * a page is compressed at once, and a buffer for each would soon be more than all else that the shop holds.
 */
export function withoutNonces(html: readonly string[], nonce: string): Buffer<ArrayBuffer> {
  const texts = html.flatMap((part) => part.split(` nonce="${nonce}"`))
  // A character has at most three bytes.
  const most = texts.reduce((sum, { length }) => sum + 3 * length, 0)
  if (room.length < most && most <= maxRoom) room = Buffer.allocUnsafe(most)
  const bytes = room.length < most ? Buffer.allocUnsafe(most) : room
  let end = 0
  for (const text of texts) end += bytes.write(text, end)
  return bytes.subarray(0, end)
}
let room = Buffer.alloc(0)
const maxRoom = 2 ** 21

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

/** Answers 404 to requests that may not use the demo's tools. */
export function demoOnly(access: DemoAccess): MiddlewareHandler {
  return async (c, next) => {
    if (!mayUseDemo(access, socketAddressOf(c), c.req.raw.headers)) throw new Problem('not_found')
    await next()
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
