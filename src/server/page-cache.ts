import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'

/** A rendered page in the cache, the same for every visitor: it contains nothing personal. */
export interface CachedPage {
  status: number
  headers: Record<string, string>
  body: Body
  /** Those it is sent in, best first. */
  encodings: readonly Encoding[]
  /** The compressed body, computed on first use: most pages need only one encoding. */
  encoded(encoding: Encoding): Body
  /** Bytes held in memory, in all encodings computed so far. */
  size(): number
}

export type Body = Buffer<ArrayBuffer>

export type Encoding = keyof typeof encoders

export interface PageCache {
  /** The cached page, or the result of `render`; concurrent requests share one rendering, also of a page that is not kept. */
  get(key: string, render: () => Promise<{ page: CachedPage; keep: boolean }>): Promise<CachedPage>
  /** Empties the cache: the catalogue changed, so every cached page may be stale. */
  clear(): void
}

/**
 * An in-memory LRU cache of pages, which pages.ts puts them into and reads; cleared when the catalogue changes: for at most `seconds`, `maxPages` pages and
 * `maxBytes` bytes in all encodings.
 */
export function createPageCache({ maxPages = 400, maxBytes = 48 * 2 ** 20, seconds = 60, clock = Date.now } = {}): PageCache {
  const cached = new Map<string, { page: CachedPage; until: number }>()
  const rendering = new Map<string, Promise<CachedPage>>()
  let generation = 0
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

  return {
    get: (key, render) => {
      const found = cached.get(key)
      if (found && found.until > clock()) {
        cached.delete(key)
        cached.set(key, found)
        return Promise.resolve(found.page)
      }
      const running = rendering.get(key)
      if (running) return running
      const started = generation
      const made = render()
        .then(({ page, keep }) => {
          // A page whose data was read before the cache was cleared is sent, but not cached.
          if (keep && started === generation) {
            cached.set(key, { page, until: clock() + seconds * 1000 })
            evict()
          }
          return page
        })
        .finally(() => {
          if (rendering.get(key) === made) rendering.delete(key)
        })
      rendering.set(key, made)
      return made
    },
    clear: () => {
      generation++
      cached.clear()
      rendering.clear()
    },
  }
}

/**
 * A page that is `sentOften` is made small. Another is compressed while one visitor waits: with zstd, which takes a third of the time of Brotli's quality 4 and
 * is as small; Brotli for browsers without it.
 */
export function toCachedPage(status: number, headers: Record<string, string>, body: Body, sentOften: boolean): CachedPage {
  const made: Partial<Record<Encoding, Body>> = {}
  return {
    status,
    headers,
    body,
    encodings: sentOften ? ['br', 'gzip'] : ['zstd', 'br', 'gzip'],
    encoded: (encoding) => (made[encoding] ??= encoders[encoding](body, sentOften)),
    size: () => Object.values(made).reduce((sum, { length }) => sum + length, body.length),
  }
}

const encoders = {
  br: (body: Body, sentOften: boolean) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: sentOften ? 5 : 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Body) => gzipSync(body),
  zstd: (body: Body) => zstdCompressSync(body),
}
