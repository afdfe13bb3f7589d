import { isInnerPath } from '#domain/storage.ts'
import { sha256 } from '#features/upkeep/copies.ts'
import type { Restoring } from '#features/upkeep/restore-copy.ts'
import { type FileObject, readFileObject, walName } from '#services/backups/object-names.ts'
import { DamagedCopy, type SealedStore } from '#services/backups/sealed-store.ts'

/** A picture or video with its SHA-256, where the copy lists one. */
export type ListedFile = FileObject & { sha256: string | null }

/**
 * What a restore takes from the store beside the parts of its copy: finished WAL, and of each picture and video the newest state that the copy lists or that was written
 * since it began. Whatever else lies there is left out: an earlier state, or a file that was deleted before. Every name is checked here, before a byte is written. Rejects
 * with DamagedCopy for a name that leads out of its folder, and for a listed file that is not there.
 */
export async function objectsOf({ store, copy, files: most }: Restoring): Promise<{ wal: string[]; files: ListedFile[] }> {
  const wal = await store.list(`${copy.root}/wal/`)
  const there = new Set(await store.list(`${copy.root}/files/`))
  for (const name of [...wal, ...there])
    if (!isInnerPath(name))
      throw new DamagedCopy(`The store lists ${JSON.stringify(name)}, which the shop never wrote: remove it. Nothing was restored`)
  const listed = new Map(copy.files.map((file) => [file.name, file.sha256]))
  for (const name of listed.keys()) if (most !== 0 && !there.has(name)) throw new DamagedCopy(`${name} is missing in the store`)
  const newest = new Map<string, ListedFile>()
  for (const file of [...there].map(readFileObject)) {
    // A row that shows one which came since may come back with the WAL.
    const isWanted = file && (listed.has(file.name) || file.modified >= copy.startedAt.getTime())
    if (isWanted && (newest.get(file.key)?.modified ?? -1) < file.modified) newest.set(file.key, { ...file, sha256: listed.get(file.name) ?? null })
  }
  return { wal: wal.filter((name) => walName.test(name.slice(`${copy.root}/wal/`.length))), files: [...newest.values()] }
}

/** The bytes of a picture or video, the same that the copy lists. Rejects with DamagedCopy. */
export async function readListed(store: SealedStore, { name, bytes: most, sha256: expected }: ListedFile): Promise<Buffer> {
  const bytes = await required(store, name, most)
  if (expected && sha256(bytes) !== expected) throw new DamagedCopy(`${name} is another state of this file than the copy lists`)
  return bytes
}

/** The bytes of an object that the store has listed. Rejects with DamagedCopy. */
export async function required(store: SealedStore, name: string, most?: number): Promise<Buffer> {
  const bytes = await store.get(name, most)
  if (!bytes) throw new DamagedCopy(`${name} is missing in the store`)
  return bytes
}
