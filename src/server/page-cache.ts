import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A rendered answer, ready to be sent again to anybody: nothing in it belongs to one visitor. */
export interface KeptPage {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The body as a visitor can read it. Made when the first one asks, and kept: a page seldom needs more than one encoding. */
  encoded(encoding: Encoding): Buffer
}

export type Encoding = keyof typeof encoders

export interface PageCache {
  /** The kept page, or what `render` makes of it; many asking at once share one rendering, also of what is not to be kept. */
  get(key: string, render: () => Promise<{ page: KeptPage; keep: boolean }>): Promise<KeptPage>
  /** The shelf changed: every kept page may show something old. */
  clear(): void
}

/** Pages kept in memory until the shelf changes, at most `seconds` long and `most` of them; the longest unused goes first. */
export function createPageCache({ most = 400, seconds = 60, clock = Date.now } = {}): PageCache {
  const kept = new Map<string, { page: KeptPage; until: number }>()
  const rendering = new Map<string, Promise<KeptPage>>()
  let generation = 0

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
            if (kept.size > most) kept.delete(kept.keys().next().value as string)
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

export function toKept(status: number, headers: Record<string, string>, text: string): KeptPage {
  const body = Buffer.from(text)
  const made: Partial<Record<Encoding, Buffer>> = {}
  return { status, headers, body, encoded: (encoding) => (made[encoding] ??= encoders[encoding](body)) }
}

const encoders = {
  br: (body: Buffer) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body: Buffer) => gzipSync(body),
}
