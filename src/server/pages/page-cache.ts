import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Context as HonoContext } from 'hono'
import { takeHeaders } from '#server/security.ts'

/** A rendered page in the cache, the same for every visitor: it contains nothing personal. */
export interface CachedPage {
  status: number
  headers: Record<string, string>
  /** The page itself, unpacked: nearly every browser reads a compressed one. */
  body(): Body
  /** Bytes of the page itself. */
  length: number
  /** Those it is sent in, best first. */
  encodings: readonly Encoding[]
  /** The compressed body that was made first. */
  usual: Body
  /** The compressed body; but for the usual encoding computed on first use. */
  encoded(encoding: Encoding): Body
  /** Bytes held in memory, in all encodings computed so far. */
  size(): number
  /** The keys of what it shows (web/public-page.ts); none for a page that does not say. */
  keys: readonly string[]
}

export type Body = Buffer<ArrayBuffer>

export type Encoding = keyof typeof encoders

interface PageCache {
  /** The cached page, if there is one. */
  find(key: string): CachedPage | null
  /** The cached page, or the result of `render`; concurrent requests share one rendering, also of a page that is not kept. */
  get(key: string, render: () => Promise<{ page: CachedPage; keep: boolean }>): Promise<CachedPage>
  /** Drops the pages with this key, because what they show has changed; without a key all pages. */
  drop(key: string): void
}

/**
 * An in-memory LRU cache of pages, which serve-pages.ts puts them into and reads; dropped when what they show changes: for at most `seconds`, `maxPages` pages and
 * `maxBytes` bytes in all encodings.
 */
export function createPageCache({ maxPages = 1_500, maxBytes = 48 * 2 ** 20, seconds = 60, clock = Date.now } = {}): PageCache {
  const cached = new Map<string, { page: CachedPage; until: number }>()
  const rendering = new Map<string, Promise<CachedPage>>()
  /** For each page that is being rendered the keys that were dropped meanwhile. */
  const droppedMeanwhile = new Set<Set<string>>()
  // Summed each time, because encodings are added later; cheap compared with the rendering that precedes it.
  const evict = () => {
    let bytes = 0
    for (const { page } of cached.values()) bytes += page.size()
    for (const [key, { page }] of cached) {
      if (cached.size <= maxPages && bytes <= maxBytes) return
      cached.delete(key)
      bytes -= page.size()
    }
  }

  const find = (key: string) => {
    const found = cached.get(key)
    if (!found || found.until <= clock()) return null
    cached.delete(key)
    cached.set(key, found)
    return found.page
  }

  return {
    find,
    get: (key, render) => {
      const found = find(key)
      if (found) return Promise.resolve(found)
      const running = rendering.get(key)
      if (running) return running
      // A refusal is thrown here.
      const rendered = render()
      const dropped = new Set<string>()
      droppedMeanwhile.add(dropped)
      const made = rendered
        .then(({ page, keep }) => {
          // A page whose data may have been read before it changed is sent, but not cached.
          if (keep && ![...dropped].some((key) => isShown(page, key))) {
            cached.set(key, { page, until: clock() + seconds * 1000 })
            evict()
          }
          return page
        })
        .finally(() => {
          droppedMeanwhile.delete(dropped)
          if (rendering.get(key) === made) rendering.delete(key)
        })
      rendering.set(key, made)
      return made
    },
    drop: (key) => {
      for (const dropped of droppedMeanwhile) dropped.add(key)
      // A later request must not join a rendering that may have begun before the change.
      rendering.clear()
      for (const [address, { page }] of cached) if (isShown(page, key)) cached.delete(address)
    },
  }
}

/** Whether a change of `key` may change a page. */
function isShown({ keys }: CachedPage, key: string): boolean {
  return key === '' || keys.length === 0 || keys.includes(key)
}

/**
 * A page that is sent often (`accepted` null) is made small. Another is compressed while one visitor waits, in the encoding that this visitor reads: zstd takes a
 * third of the time of Brotli's quality 3 and is nearly as small. Only compressed bodies are held: `body` is not needed afterwards.
 */
export function toCachedPage(status: number, headers: Record<string, string>, body: Body, accepted: string | null): CachedPage {
  const sentOften = accepted === null
  const encodings: readonly Encoding[] = sentOften ? ['br', 'gzip'] : ['zstd', 'br', 'gzip']
  const usual = sentOften ? 'br' : (encodingOf(encodings, accepted) ?? 'zstd')
  const first = encoders[usual](body, sentOften)
  const made: Partial<Record<Encoding, Body>> = { [usual]: first }
  const whole = () => decoders[usual](first) as Body
  let held = first.length
  return {
    status,
    headers,
    body: whole,
    length: body.length,
    encodings,
    usual: first,
    encoded: (encoding) => {
      const known = made[encoding]
      if (known) return known
      const encoded = encoders[encoding](whole(), sentOften)
      held += encoded.length
      made[encoding] = encoded
      return encoded
    },
    keys: headers['cache-tag']?.split(',') ?? [],
    size: () => held,
  }
}

const encoders = {
  br: (body: Body, sentOften: boolean) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: sentOften ? 5 : 3, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Body) => gzipSync(body),
  // A fifth quicker than the usual 3, for one part in fifty more bytes.
  zstd: (body: Body) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 2 } }),
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }

/** The first encoding that is accepted, and not by a weight of 0, which refuses it. */
function encodingOf(encodings: readonly Encoding[], accepted: string): Encoding | null {
  const refused = /;\s*q=0(\.0*)?\s*$/
  const names = accepted.split(',').flatMap((each) => (refused.test(each) ? [] : [each.split(';')[0]?.trim()]))
  return encodings.find((encoding) => names.includes(encoding)) ?? null
}

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
