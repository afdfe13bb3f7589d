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

export function folderStore(folder: string): BackupStore {
  return {
    put: async (name, bytes) => {
      await access(folder).catch(() => {
        throw new PlaceMissing(`The folder ${folder} is not there: mount its disk, or make it once by hand.`)
      })
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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
