import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { fileObject, walName, writeDurably } from './backup-store.ts'
import type { SealedStore } from './sealed-store.ts'

/** WAL that PostgreSQL has handed over and the store has not got yet. */
export interface WaitingWal {
  segments: number
  /** Bytes on this machine's disk. */
  bytes: number
  /** When the oldest of them was written, null when none waits. */
  since: Date | null
}

interface Shipment {
  store: SealedStore
  /** The first part of every name in the store: the cluster's own number, so that a new shop never overwrites the copies of the one before. */
  root: string
  dataDir: string
  /** Where PostgreSQL puts finished WAL. */
  walFolder: string
  /** Whether this is the key of a picture or video below `dataDir`; null where they lie elsewhere. */
  isFileKey: ((key: string) => boolean) | null
}

/** Brings WAL and files to the store. What the store does not take waits here, compressed: a dead store fills the disk slowly, and `waiting` tells. */
export function createShipper({ store, root, dataDir, walFolder, isFileKey }: Shipment) {
  const outbox = join(resolve(dataDir), 'backup-outbox')
  let known: Set<string> | null = null

  async function shipWal(): Promise<number> {
    // The label of a base backup, and the torn end of a timeline that a restore left: neither is needed.
    for (const name of (await readdir(walFolder).catch(takenByAnother)) ?? [])
      if (/\.(backup|partial)$/.test(name)) await rm(join(walFolder, name), { force: true })
    for (const name of await namesIn(walFolder)) await packAway(name)
    const packed = await namesIn(outbox)
    for (const name of packed) {
      const object = await readFile(join(outbox, name)).catch(takenByAnother)
      if (!object) continue
      await store.putPacked(`${root}/wal/${name}`, object)
      await rm(join(outbox, name), { force: true })
    }
    return packed.length
  }

  async function packAway(name: string) {
    const segment = await readFile(join(walFolder, name)).catch(takenByAnother)
    if (!segment) return
    await writeDurably(join(outbox, name), await store.pack(`${root}/wal/${name}`, withoutEnd(segment)))
    await rm(join(walFolder, name), { force: true })
  }

  /** Ships the files that the store does not have. Returns the names of all that are here now. */
  async function shipFiles(): Promise<string[]> {
    if (!isFileKey) return []
    known ??= new Set(await store.list(`${root}/files/`))
    const here: string[] = []
    for (const key of (await filesUnder(resolve(dataDir, 'files'))).filter(isFileKey)) {
      const path = resolve(dataDir, 'files', key)
      const found = await stat(path).catch(takenByAnother)
      if (!found) continue
      const { name } = fileObject(root, key, found)
      if (!known.has(name)) {
        const bytes = await readFile(path).catch(takenByAnother)
        if (!bytes) continue
        await store.put(name, bytes)
        known.add(name)
      }
      here.push(name)
    }
    return here
  }

  async function waiting(): Promise<WaitingWal> {
    const paths = await Promise.all([walFolder, outbox].map(async (folder) => (await namesIn(folder)).map((name) => join(folder, name))))
    const found = (await Promise.all(paths.flat().map((path) => stat(path).catch(takenByAnother)))).filter((each) => each !== null)
    const oldest = Math.min(...found.map(({ mtimeMs }) => mtimeMs))
    return { segments: found.length, bytes: found.reduce((sum, { size }) => sum + size, 0), since: found.length > 0 ? new Date(oldest) : null }
  }

  return { shipWal, shipFiles, waiting }
}

async function namesIn(folder: string): Promise<string[]> {
  return ((await readdir(folder).catch(takenByAnother)) ?? []).filter((name) => walName.test(name)).sort()
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(takenByAnother)) ?? []
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')).sort()
}

/** Two processes of a shop may ship at once: the same bytes under the same name. */
function takenByAnother(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** WAL that was handed over before it was full ends in zeros, which a restore fills in again. */
function withoutEnd(segment: Buffer): Buffer {
  let end = segment.length
  while (end > 0 && segment[end - 1] === 0) end--
  return segment.subarray(0, end)
}
