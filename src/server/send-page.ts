import type { Context as HonoContext } from 'hono'
import { type CachedPage, encodingOf } from '#server/page-cache.ts'
import { takeHeaders } from '#server/security.ts'

interface Addition {
  cookies?: string[]
  /** Headers of this answer. */
  also?: Record<string, string>
}

/** Sends a page in an encoding that the browser reads; 304 where it has the page already. */
export function sendPage(c: HonoContext, page: CachedPage, { cookies = [], also }: Addition = {}): Response {
  if (isKnown(page.headers.etag, c.req.header('if-none-match')))
    return new Response(null, { status: 304, headers: { ...takeHeaders(c), ...page.headers, ...also } })
  // An empty body is not compressed: that would announce a content-length that is never sent.
  const encoding = page.length === 0 ? null : encodingOf(page.encodings, c.req.header('accept-encoding') ?? '')
  const isEmpty = c.req.method === 'HEAD' || page.length === 0
  const encoded = encoding && page.encoded(encoding)
  const body = isEmpty ? null : (encoded ?? page.body())
  const headers: Record<string, string> = {
    ...takeHeaders(c),
    ...page.headers,
    ...also,
    'content-length': String((encoded ?? page).length),
    ...(encoding && { 'content-encoding': encoding }),
  }
  if (page.status === 204 || page.status === 304) delete headers['content-length']
  const response = new Response(body, { status: page.status, headers })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Tags are weak, because one names all encodings of a page; `If-None-Match` may list several (RFC 9110 §13.1.2). */
function isKnown(etag: string | undefined, known: string | undefined): boolean {
  if (!etag || !known) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return known.split(',').some((tag) => bare(tag) === bare(etag))
}
