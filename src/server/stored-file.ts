import type { Handler } from 'hono'
import { typeOf } from '#domain/storage.ts'
import { findFile } from '#features/files/find-file.ts'
import type { Shop } from '#server/running-shop.ts'

/**
 * A file of the storage, in whole or in the part that a player asks for (RFC 9110 §14). Its type comes from its ending, of which there are eight, and the
 * policy takes everything from a browser that would make a page of it: what strangers sent is looked at, never run.
 */
export function storedFile(shop: Pick<Shop, 'contextFor'>): Handler {
  return async (c) => {
    const found = await findFile(shop.contextFor(), c.req.path.slice('/files/'.length))
    if (!found) return c.notFound()
    const headers: Record<string, string> = {
      'Content-Type': typeOf(found.key),
      'Cache-Control': 'public, max-age=3600',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Accept-Ranges': 'bytes',
      ETag: found.tag,
    }
    if (c.req.header('if-none-match') === found.tag) return new Response(null, { status: 304, headers })
    const whole = { from: 0, to: found.bytes - 1 }
    const asked =
      c.req.header('if-range') === undefined || c.req.header('if-range') === found.tag ? rangeOf(c.req.header('range'), found.bytes) : null
    if (asked === 'none') return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${found.bytes}` } })
    const { from, to } = asked ?? whole
    headers['Content-Length'] = String(to - from + 1)
    if (asked) headers['Content-Range'] = `bytes ${from}-${to}/${found.bytes}`
    const body = c.req.method === 'HEAD' ? null : await found.read(asked ?? undefined)
    return new Response(body, { status: asked ? 206 : 200, headers })
  }
}

/** The one part that is asked for; null for several or for what is no range: then all is sent. 'none' lies outside. */
function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | 'none' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return from > to || from >= bytes ? 'none' : { from, to }
}
