import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** Where copies lie: a folder or a bucket. Names are paths with `/`; an object is whole or not there, and is at most some 50 MB (a video). Every call rejects when the store does not answer. */
export interface BackupStore {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is none. */
  get(name: string): Promise<Buffer | null>
  /** The names that begin with this, sorted. */
  list(prefix: string): Promise<string[]>
  /** Missing ones are ignored. */
  remove(names: string[]): Promise<void>
}

/** The folder for copies does not exist. It is never made here: on the day its disk is not mounted, copies would lie on the shop's own. */
export class PlaceMissing extends Error {
  override readonly name = 'PlaceMissing'
}

/** A bucket did not take or give an object, however often it was asked. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
}

export function folderStore(folder: string): BackupStore {
  return {
    put: async (name, bytes) => {
      await access(folder).catch(() => {
        throw new PlaceMissing(`The folder ${folder} is not there: mount its disk, or make it once by hand.`)
      })
      await writeDurably(join(folder, name), bytes)
    },
    get: (name) => readFile(join(folder, name)).catch(nothingThere),
    list: async (prefix) => {
      const top = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1))
      const entries = (await readdir(top, { recursive: true, withFileTypes: true }).catch(nothingThere)) ?? []
      const names = entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      return names.filter((name) => name.startsWith(prefix) && !name.endsWith('.draft')).sort()
    },
    remove: async (names) => {
      for (const name of names) await rm(join(folder, name), { force: true })
    },
  }
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Writes a file whole or not at all, for its owner alone, and makes its folders: when this resolves, a power cut takes neither its bytes nor its name away. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.draft`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file
      .writeFile(bytes)
      .then(() => file.sync())
      .finally(() => file.close())
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // A name is kept by the folder that it stands in: of the file, and of every folder that was new.
  const top = made === undefined ? folder : dirname(made)
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(at)
    if (at === top) return
  }
}

async function syncFolder(path: string) {
  // Windows opens no folder as a file, and writes names through.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Finished WAL, and the history of timelines; not what PostgreSQL is still writing. */
export const walName = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/

/** A picture or video in the store. */
export interface FileObject {
  /** Its name there. */
  name: string
  key: string
  /** When it was written, in whole milliseconds since 1970. */
  modified: number
  bytes: number
}

/** A file that was replaced is another object. */
export function fileObject(root: string, key: string, { mtimeMs, size }: { mtimeMs: number; size: number }): FileObject {
  const modified = Math.trunc(mtimeMs)
  return { name: `${root}/files/${key}@${modified}-${size}`, key, modified, bytes: size }
}

/** The same of its name; null for a name that `fileObject` does not make. Whether its key is one of the shop's is not looked at. */
export function readFileObject(name: string): FileObject | null {
  const [, key, modified, bytes] = /^[^/]+\/files\/(.+)@(\d{1,15})-(\d{1,15})$/.exec(name) ?? []
  return key ? { name, key, modified: Number(modified), bytes: Number(bytes) } : null
}
