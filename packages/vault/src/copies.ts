import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { isInnerPath } from './inner-path.ts'
import { DamagedCopy, type SealedStore } from './sealed-store.ts'

/** What a copy consists of: the last object that is written, so a copy without it was never finished. */
const manifest = z.object({
  /** In 1 files have no hashes. */
  version: z.literal([1, 2]),
  /** `base` is PostgreSQL's own files, `rows` the tables of an external database. */
  kind: z.enum(['base', 'rows']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** The parts in their order, each with the SHA-256 of what it holds. */
  parts: z.array(z.object({ name: z.string().refine(isInnerPath), bytes: z.number().max(2 ** 30), sha256: z.string() })),
  /** Pictures and videos, by their names in the store; the SHA-256 is null for one that was replaced or deleted while the copy was made. */
  files: z.array(z.union([z.string().transform((name) => ({ name, sha256: null })), z.object({ name: z.string(), sha256: z.string().nullable() })])),
  /** Of a base: where replaying begins, and the size of a WAL file. */
  startLsn: z.string().optional(),
  segmentBytes: z.number().optional(),
  /** Of rows: what `CopiedShop.importRows` needs besides them. */
  rows: z.unknown().optional(),
})
type Manifest = z.infer<typeof manifest>

/** A finished copy. `root` is the first part of its names in the store: one for each cluster there has been. */
export interface Copy extends Omit<Manifest, 'startedAt' | 'endedAt'> {
  root: string
  name: string
  startedAt: Date
  endedAt: Date
}

/** What the vault has to know of the shop that it copies and restores. */
export interface CopiedShop {
  /** Files of the data directory, beside PostgreSQL's passwords, without which a restored shop would not know its own links. Only a sealed store gets them. */
  secrets: string[]
  /** Whether this is the key of a picture or video. */
  isFileKey(key: string): boolean
  /** Copies the rows of an external database, and answers what `importRows` needs besides them. */
  exportRows(url: string, write: (table: string, rows: Readable) => Promise<void>): Promise<unknown>
  /** Loads them into an empty database. */
  importRows(url: string, given: unknown, read: (table: string) => Readable): Promise<void>
}

/** Bytes of a part; a copy in memory of one or two at a time. */
const partBytes = 16 * 2 ** 20

/**
 * All finished copies of a store, or of one root, the oldest first. Those whose manifest cannot be read are left out and passed to `unreadable`, by name; without that, it rejects
 * with the DamagedCopy of the first.
 */
export async function listCopies(store: SealedStore, root?: string, unreadable?: (name: string, error: DamagedCopy) => void): Promise<Copy[]> {
  const paths = (await store.list(root ? `${root}/copies/` : '')).filter((path) => /^[\w-]+\/copies\/[\w-]+\/manifest$/.test(path)).sort()
  const manifests = await Promise.all(paths.map((path) => readManifest(store, path).catch(damageOf)))
  const copies = paths.flatMap((path, index) => {
    const [root, , name] = path.split('/') as [string, string, string]
    const read = manifests[index]
    if (!read) return []
    if (!(read instanceof DamagedCopy)) return { root, name, ...read, startedAt: new Date(read.startedAt), endedAt: new Date(read.endedAt) }
    if (!unreadable) throw read
    unreadable(name, read)
    return []
  })
  return copies.sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
}

/** A value, so that damage is reported in the order of names, whichever read ends first: the same place gives the same reason each time. */
function damageOf(error: unknown): DamagedCopy {
  if (error instanceof DamagedCopy) return error
  throw error
}

/** Null where it is gone meanwhile. */
async function readManifest(store: SealedStore, path: string): Promise<Manifest | null> {
  const text = await store.get(path)
  if (!text) return null
  try {
    return manifest.parse(JSON.parse(String(text)))
  } catch {
    throw new DamagedCopy(`${path} is of another version of the shop, or of none`)
  }
}

/** Begins a copy: its name is the instant at which it began. */
export function newCopy(store: SealedStore, root: string) {
  const startedAt = new Date()
  const name = startedAt.toISOString().replace(/[-:]|\.\d+/g, '')
  const folder = `${root}/copies/${name}`
  const parts: Manifest['parts'] = []
  return {
    name,
    /** Writes a stream as numbered parts after `prefix`. */
    write: async (prefix: string, stream: Readable) => {
      let number = 0
      for await (const bytes of partsOf(stream)) {
        const part = `${prefix}.${String(number++).padStart(6, '0')}`
        await store.put(`${folder}/${part}`, bytes)
        parts.push({ name: part, bytes: bytes.length, sha256: sha256(bytes) })
      }
    },
    /** Writes the manifest: from now on the copy counts. */
    finish: async (rest: Pick<Manifest, 'kind' | 'files' | 'startLsn' | 'segmentBytes' | 'rows'>): Promise<Copy> => {
      const endedAt = new Date()
      const written = { version: 2 as const, parts, ...rest }
      const text = JSON.stringify({ ...written, startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString() })
      await store.put(`${folder}/manifest`, Buffer.from(text))
      return { ...written, root, name, startedAt, endedAt }
    },
  }
}

/** The stream that was written after a prefix, each part checked before it is passed on. */
export function readParts(store: SealedStore, copy: Copy, prefix: string): Readable {
  return Readable.from(
    (async function* () {
      for (const { name, bytes: most, sha256: expected } of copy.parts.filter((part) => part.name.replace(/\.\d+$/, '') === prefix)) {
        const bytes = await store.get(`${copy.root}/copies/${copy.name}/${name}`, most)
        if (!bytes || sha256(bytes) !== expected) throw new DamagedCopy(`Part ${name} of the copy ${copy.name} is ${bytes ? 'damaged' : 'missing'}`)
        yield bytes
      }
    })(),
    { objectMode: true, highWaterMark: 1 },
  )
}

async function* partsOf(stream: Readable): AsyncGenerator<Buffer> {
  let [chunks, size]: [Buffer[], number] = [[], 0]
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    // A row may be larger than a part.
    while (size >= partBytes) {
      const all = Buffer.concat(chunks)
      yield all.subarray(0, partBytes)
      ;[chunks, size] = [[all.subarray(partBytes)], size - partBytes]
    }
  }
  if (size > 0) yield Buffer.concat(chunks)
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
