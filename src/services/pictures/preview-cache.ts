import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Problem } from '#domain/problem.ts'
import { createSlots } from '#domain/slots.ts'
import type { Previews, PreviewWork } from './previews.ts'

const program = new URL('./preview-process.ts', import.meta.url)

/**
 * A cache of link previews under `dataDir/previews`. Lost files are drawn again, so the folder needs no backup and machines need not share it. At most
 * `maxFiles` files of some 60 KB; the least recently used are deleted. Draws one at a time, in a process of its own with a timeout of `seconds`; Problem
 * `unavailable` when `waiting` others are queued.
 */
export function previewCache(dataDir: string, { maxFiles = 3_000, waiting = 20, seconds = 20 } = {}): Previews {
  const folder = resolve(dataDir, 'previews')
  const slots = createSlots(1, waiting)
  const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let sinceSwept = Number.POSITIVE_INFINITY

  async function make(name: string, work: PreviewWork) {
    const bytes = await slots.take(() => inProcess(work, seconds))
    if (bytes === null) throw new Problem('unavailable', { retryAfter: 10 })
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

function inProcess(work: PreviewWork, seconds: number): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((settle) => {
    const child = fork(program, { serialization: 'advanced', execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    let done: Uint8Array<ArrayBuffer> | null = null
    const late = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    child.once('message', (message) => {
      done = message as Uint8Array<ArrayBuffer> | null
    })
    child.once('close', () => {
      clearTimeout(late)
      settle(done)
    })
    child.once('error', () => child.kill('SIGKILL'))
    child.send(work, () => {})
  })
}
