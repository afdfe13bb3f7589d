import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Problem } from '#domain/problem.ts'
import { picturePool } from './picture-pool.ts'
import type { PreviewWords } from './preview-drawing.ts'

declare module '#core/context.ts' {
  interface Services {
    /** Draws and keeps the pictures of link previews. */
    previews: Previews
  }
}

/** Link previews, drawn once and cached. */
export interface Previews {
  /** The cached JPEG of a name, or null. */
  find(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Draws a preview, caches it under its name and returns it; concurrent calls for a name share one drawing. */
  draw(name: string, work: PreviewWork): Promise<Uint8Array<ArrayBuffer>>
}

/** Texts, and the product's picture (WebP). */
export interface PreviewWork {
  words: PreviewWords
  picture: Uint8Array | null
}

/**
 * A cache of link previews under `dataDir/previews`. Lost files are drawn again, so the folder needs no backup and machines need not share it. At most
 * `maxFiles` files of some 60 KB; the least recently used are deleted. Draws one at a time, in a process of its own with a timeout of `seconds`; Problem
 * `unavailable` when `waiting` others are queued.
 */
export function previewCache(dataDir: string, { maxFiles = 3_000, waiting = 20, seconds = 20 } = {}): Previews {
  const folder = resolve(dataDir, 'previews')
  const drawPreview = picturePool('draw', { atOnce: 1, waiting, seconds })
  const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let sinceSwept = Number.POSITIVE_INFINITY

  async function make(name: string, work: PreviewWork) {
    const bytes = await drawPreview(work)
    if (bytes === null || bytes === 'late') throw new Problem('unavailable', { retryAfter: 10 })
    // A preview that cannot be stored (full or read-only disk) is still returned.
    await keep(name, bytes).catch(() => {})
    return bytes
  }

  async function keep(name: string, bytes: Uint8Array) {
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `${randomUUID()}.part`)
    await writeFile(unfinished, bytes)
    await rename(unfinished, join(folder, name))
    // Swept only now and then, because reading the folder takes time.
    if (++sinceSwept < Math.max(1, maxFiles / 20)) return
    sinceSwept = 0
    await sweep(folder, maxFiles)
  }

  return {
    find: async (name) => {
      const path = join(folder, nameOf(name))
      const bytes = await readFile(path).catch(() => null)
      if (bytes) void utimes(path, new Date(), new Date()).catch(() => {})
      return bytes
    },
    draw: (name, work) => {
      const running = drawing.get(nameOf(name))
      if (running) return running
      const made = make(name, work).finally(() => drawing.delete(name))
      drawing.set(name, made)
      return made
    },
  }
}

/** Checks that a name is an id and a hash, so that it cannot lead out of the folder. */
function nameOf(name: string): string {
  if (!/^[0-9a-f-]+\.jpg$/.test(name)) throw new Error(`not the name of a preview: ${name.slice(0, 100)}`)
  return name
}

/** Keeps the most recently used files and deletes abandoned temporary ones. */
async function sweep(folder: string, maxFiles: number) {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      path: join(folder, name),
      used: await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  )
  const unfinished = files.filter(({ path, used }) => path.endsWith('.part') && used < Date.now() - 600_000)
  const whole = files.filter(({ path }) => path.endsWith('.jpg')).sort((one, other) => other.used - one.used)
  await Promise.all([...unfinished, ...whole.slice(maxFiles)].map(({ path }) => rm(path, { force: true })))
}
