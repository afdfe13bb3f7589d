import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A rendered answer, ready to be sent again to anybody: nothing in it belongs to one visitor. */
export interface KeptPage {
  status: number
  headers: Record<string, string>
  body: Body
  /** The body as a visitor can read it. Made when the first one asks, and kept: a page seldom needs more than one encoding. */
  encoded(encoding: Encoding): Body
  /** Bytes that it holds by now, in all its encodings. */
  size(): number
}

export type Body = Buffer<ArrayBuffer>

export type Encoding = keyof typeof encoders

export interface PageCache {
  /** The kept page, or what `render` makes of it; many asking at once share one rendering, also of what is not to be kept. */
  get(key: string, render: () => Promise<{ page: KeptPage; keep: boolean }>): Promise<KeptPage>
  /** The shelf changed: every kept page may show something old. */
  clear(): void
}

/**
 * Pages kept in memory until the shelf changes, at most `seconds` long, `most` of them, and `mostBytes` in all their encodings; the longest
 * unused goes first.
 */
export function createPageCache({ most = 400, mostBytes = 48 * 2 ** 20, seconds = 60, clock = Date.now } = {}): PageCache {
  const kept = new Map<string, { page: KeptPage; until: number }>()
  const rendering = new Map<string, Promise<KeptPage>>()
  let generation = 0
  // Counted anew each time, because encodings are made later than pages; that is nothing beside the rendering that led here.
  const makeRoom = () => {
    let bytes = 0
    for (const { page } of kept.values()) bytes += page.size()
    for (const [key, { page }] of kept) {
      if (kept.size <= most && bytes <= mostBytes) return
      kept.delete(key)
      bytes -= page.size()
    }
  }

  return {
    get: (key, render) => {
      const found = kept.get(key)
      if (found && found.until > clock()) {
        kept.delete(key)
        kept.set(key, found)
        return Promise.resolve(found.page)
      }
      const running = rendering.get(key)
      if (running) return running
      const started = generation
      const made = render()
        .then(({ page, keep }) => {
          // A page whose data was read before the shelf changed is answered, but not kept.
          if (keep && started === generation) {
            kept.set(key, { page, until: clock() + seconds * 1000 })
            makeRoom()
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
      kept.clear()
      rendering.clear()
    },
  }
}

/** `effort` is Brotli's quality: more of it is worth while where the bytes are sent many times. */
export function toKept(status: number, headers: Record<string, string>, body: Body, effort: number): KeptPage {
  const made: Partial<Record<Encoding, Body>> = {}
  return {
    status,
    headers,
    body,
    encoded: (encoding) => (made[encoding] ??= encoders[encoding](body, effort)),
    size: () => Object.values(made).reduce((sum, { length }) => sum + length, body.length),
  }
}

const encoders = {
  br: (body: Body, effort: number) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body: Body) => gzipSync(body),
}
