import { serveStatic } from '@hono/node-server/serve-static'
import type { Handler, Hono, MiddlewareHandler } from 'hono'
import { isProblem } from '#domain/problem.ts'
import { typeOf } from '#domain/storage.ts'
import { drawPreview } from '#features/catalogue/link-preview.ts'
import { findFile } from '#features/files/find-file.ts'
import type { Shop } from '#server/running-shop.ts'
import type { MemoryRateLimiter, Visitors } from '#server/visitors.ts'

/** Serves the build's files, cached for ever where their name has a hash, and the shop's pictures and videos, cached for an hour (spec §9). */
export function serveFiles(app: Hono, shop: Shop) {
  app.get('/files/*', serveStoredFile(shop))
  app.all('/files/*', (c) => c.notFound())
  app.use('/assets/*', built('public, max-age=31536000, immutable', { precompressed: true }))
  app.all('/assets/*', (c) => c.notFound())
  // Revalidated each time, so that a new or repaired service worker is installed without delay.
  app.use('/sw.js', built('no-cache', { precompressed: true }))
  for (const path of ['/fonts/*', '/art/*', '/icons/*', '/favicon.svg', '/favicon.ico', '/placeholder.svg', '/og.jpg']) {
    app.use(path, built('public, max-age=86400'))
  }
}

/** A file of the build, with its Cache-Control; serveStatic's own `onFound` comes too late to set one. */
function built(cacheControl: string, options: { precompressed?: boolean } = {}): MiddlewareHandler {
  const serve = serveStatic({ root: 'build/client', ...options })
  return async (c, next) => {
    const answer = await serve(c, next)
    // Where there is no such file, it returns what `next` did, which is no response.
    if (answer instanceof Response) answer.headers.set('Cache-Control', cacheControl)
    return answer
  }
}

/**
 * Serves a stored file, whole or a byte range (RFC 9110 §14). Its MIME type comes from its extension, one of eight, and its content security policy
 * forbids everything, so that an uploaded file is never run as a page.
 */
function serveStoredFile(shop: Pick<Shop, 'contextFor'>): Handler {
  return async (c) => {
    const found = await findFile(shop.contextFor(), c.req.path.slice('/files/'.length))
    if (!found) return c.notFound()
    const headers: Record<string, string> = {
      'Content-Type': typeOf(found.key),
      'Cache-Control': 'public, max-age=3600',
      'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'Accept-Ranges': 'bytes',
      ETag: found.tag,
    }
    if (c.req.header('if-none-match') === found.tag) return new Response(null, { status: 304, headers })
    const whole = { from: 0, to: found.bytes - 1 }
    const range =
      c.req.header('if-range') === undefined || c.req.header('if-range') === found.tag ? rangeOf(c.req.header('range'), found.bytes) : null
    if (range === 'none') return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${found.bytes}` } })
    const { from, to } = range ?? whole
    headers['Content-Length'] = String(to - from + 1)
    if (range) headers['Content-Range'] = `bytes ${from}-${to}/${found.bytes}`
    const body = c.req.method === 'HEAD' ? null : await found.read(range ?? undefined)
    return new Response(body, { status: range ? 206 : 200, headers })
  }
}

/** The requested byte range; null for several or an invalid one, when the whole file is sent; 'none' when it is outside the file. */
function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | 'none' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return from > to || from >= bytes ? 'none' : { from, to }
}

/** Link previews of products, cached for ever under the current version's address. */
export function previewRoute(app: Hono, shop: Pick<Shop, 'contextFor'>, visitors: Visitors, rateLimiter: MemoryRateLimiter) {
  app.get('/previews/:file', async (c) => {
    rateLimiter.consume('page_address', visitors.addressOf(c))
    try {
      const preview = await drawPreview(shop.contextFor(), c.req.path)
      if ('at' in preview) return c.redirect(preview.at, 302)
      // Other sites may embed it, unlike everything else.
      const headers = {
        'Content-Type': 'image/jpeg',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }
      return c.body(preview.bytes, 200, headers)
    } catch (error) {
      if (isProblem(error) && error.code === 'product_not_found') return c.notFound()
      throw error
    }
  })
}
