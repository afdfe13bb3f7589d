import { access, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { writeDurably } from './write-durably.ts'

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
