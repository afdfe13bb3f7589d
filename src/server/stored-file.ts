import type { Handler } from 'hono'
import { typeOf } from '#domain/storage.ts'
import { findFile } from '#features/files/find-file.ts'
import type { Shop } from '#server/running-shop.ts'

/**
 * Serves a stored file, whole or a byte range (RFC 9110 §14). Its MIME type comes from its extension, one of eight, and its content security policy
 * forbids everything, so that an uploaded file is never run as a page.
 */
export function serveStoredFile(shop: Pick<Shop, 'contextFor'>): Handler {
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
