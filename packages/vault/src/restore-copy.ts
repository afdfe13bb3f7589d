import { randomInt } from 'node:crypto'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type FileObject, readFileObject, walName } from './backup-store.ts'
import { type CopiedShop, type Copy, readParts, sha256 } from './copies.ts'
import { isInnerPath } from './inner-path.ts'
import { localTime } from './kept-copies.ts'
import { untar } from './postgres/base-backup.ts'
import { passwordsFile, startEmbedded } from './postgres/embedded.ts'
import { shutDown } from './postgres/embedded-server.ts'
import { placeWal, recoverCluster, serverUser } from './postgres/recover-cluster.ts'
import { DamagedCopy, type SealedStore } from './sealed-store.ts'

interface Restoring {
  store: SealedStore
  copy: Copy
  /** The data directory to restore into; it has no cluster. */
  home: string
  /** Null means as much as there is. */
  to: Date | null
  /** Further `name=value` settings of the server that recovers. */
  flags: string[]
  /** How many pictures and videos, drawn at random; all without it. */
  files?: number
  /** What the shop checks: called with the owner's URL of the restored database, before it counts as restored. */
  work: (ownerUrl: string) => Promise<void>
}

export interface Restored {
  /** The commit of the last transaction that came back; null where the copy alone was restored: then nothing later than its beginning is sure. */
  lastCommitAt: Date | null
  /** The first WAL that the store lacks, where it has later WAL: what was committed after it did not come back. */
  missingWal: string | null
  /** Pictures and videos, by their keys. */
  files: string[]
}

/** Why there is nothing to restore from, in words for the person who restores. */
export class CannotRestore extends Error {
  override readonly name = 'CannotRestore'
}

/**
 * The copy to restore from: the newest that had ended by `to`, and by `by` where a newer one is damaged, of the only shop in the store or of the one named. Throws
 * CannotRestore.
 */
export function chooseCopy(copies: Copy[], { to, root, by = null }: { to: Date | null; root: string | null; by?: Date | null }): Copy {
  const roots = [...new Set(copies.map((copy) => copy.root))]
  if (roots.length > 1 && !root) {
    const lines = roots.map((each) => {
      const own = copies.filter((copy) => copy.root === each)
      return `  --shop ${each}   copies from ${timeOf(own[0])} to ${timeOf(own.at(-1))}`
    })
    throw new CannotRestore(`The store has the copies of ${roots.length} databases. Say which one:\n${lines.join('\n')}`)
  }
  const own = copies.filter((copy) => root === null || copy.root === root)
  // A copy is named by the second in which it ended.
  const last = Math.min(to?.getTime() ?? Number.POSITIVE_INFINITY, by ? by.getTime() + 999 : Number.POSITIVE_INFINITY)
  const found = own.filter((copy) => copy.endedAt.getTime() <= last).at(-1)
  if (found) return found
  throw new CannotRestore(
    own[0]
      ? `The oldest copy is of ${timeOf(own[0])}, in Nairobi: there is none before that.`
      : 'There is no copy at that place: is it the right one, and its disk there?',
  )
}

function timeOf(copy: Copy | undefined): string {
  return copy ? new Date(localTime(copy)).toISOString().slice(0, 19).replace('T', ' ') : ''
}

/** Restores a copy; rows into `databaseUrl`, which is empty, or without it into a new embedded server below `home`. */
export function restoreCopy(restoring: Restoring, shop: CopiedShop, databaseUrl: string | null = null): Promise<Restored> {
  return restoring.copy.kind === 'base' ? restoreBase(restoring, shop) : restoreRows(restoring, shop, databaseUrl)
}

/** Restores a copy of PostgreSQL's files and the WAL since then into an empty data directory. Until the last file is there, the directory is no shop's. */
async function restoreBase(restoring: Restoring, shop: CopiedShop): Promise<Restored> {
  const { store, copy, home, to, flags, work } = restoring
  const cluster = join(home, 'postgres')
  const objects = await objectsOf(restoring, shop)
  // Files first: where one is refused, the long part has not begun.
  const restored = await restoreFiles(restoring, objects.files)
  await mkdir(home, { recursive: true })
  // What an interrupted restore left, its server too: without its passwords no shop can use it.
  await shutDown(cluster)
  await rm(cluster, { recursive: true, force: true })
  const { ids } = await serverUser(home)
  await untar(readParts(store, copy, 'base.tar'), cluster, ids)
  const wal = objects.wal.map((object) => ({
    name: object.slice(`${copy.root}/wal/`.length),
    read: () => required(store, object, copy.segmentBytes),
  }))
  const missingWal = await placeWal(home, wal, copy.startLsn as string, copy.segmentBytes as number)
  const passwords = JSON.parse(String(await buffer(readParts(store, copy, passwordsFile))))
  const { lastCommitAt } = await recoverCluster(home, passwords, { to, flags }, work)
  // The passwords last: with them the directory is a shop's.
  await restoreSecrets(store, copy, home, [...shop.secrets, passwordsFile])
  return { lastCommitAt, missingWal, files: restored }
}

async function restoreRows(restoring: Restoring, shop: CopiedShop, databaseUrl: string | null): Promise<Restored> {
  const { store, copy, home, work } = restoring
  const objects = await objectsOf(restoring, shop)
  const restored = await restoreFiles(restoring, objects.files)
  await mkdir(home, { recursive: true })
  const read = (table: string): Readable => readParts(store, copy, table)
  const server = databaseUrl ? null : await startEmbedded(home)
  const url = databaseUrl ?? (server as { ownerUrl(): string }).ownerUrl()
  try {
    await shop.importRows(url, copy.rows, read)
    await work(url)
  } catch (error) {
    // The next run begins again: without passwords the directory is no shop's.
    if (server) await rm(join(home, passwordsFile))
    throw error
  } finally {
    await server?.stop()
  }
  // Not the passwords: the server that took the rows has its own.
  await restoreSecrets(store, copy, home, shop.secrets)
  return { lastCommitAt: null, missingWal: null, files: restored }
}

async function restoreSecrets(store: SealedStore, copy: Copy, home: string, names: string[]) {
  for (const name of names) {
    const bytes = await buffer(readParts(store, copy, name))
    if (bytes.length > 0) await writeFile(join(home, name), bytes, { mode: 0o600 })
  }
}

async function restoreFiles({ store, home, files: most }: Restoring, found: ListedFile[]): Promise<string[]> {
  const all = [...found]
  const chosen = most === undefined ? all : Array.from({ length: Math.min(most, all.length) }, () => all.splice(randomInt(all.length), 1)).flat()
  const restore = async (file: ListedFile) => {
    const path = join(home, 'files', file.key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await readListed(store, file))
    // Its time is part of its name in the store: the next backup finds it there.
    await utimes(path, new Date(), new Date(file.modified))
  }
  // A few at a time: a bucket takes a moment for each, and there may be thousands.
  for (let at = 0; at < chosen.length; at += 8) await Promise.all(chosen.slice(at, at + 8).map(restore))
  return chosen.map(({ key }) => key)
}

/** A picture or video with its SHA-256, where the copy lists one. */
type ListedFile = FileObject & { sha256: string | null }

/**
 * What a restore takes from the store beside the parts of its copy: finished WAL, and of each picture and video the newest state that the copy lists or that was written
 * since it began. Whatever else lies there is left out: an earlier state, or a file that was deleted before. Every name is checked here, before a byte is written. Rejects
 * with DamagedCopy for a name that leads out of its folder, and for a listed file that is not there.
 */
async function objectsOf({ store, copy, files: most }: Restoring, { isFileKey }: CopiedShop): Promise<{ wal: string[]; files: ListedFile[] }> {
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
    const isWanted = file && isFileKey(file.key) && (listed.has(file.name) || file.modified >= copy.startedAt.getTime())
    if (isWanted && (newest.get(file.key)?.modified ?? -1) < file.modified) newest.set(file.key, { ...file, sha256: listed.get(file.name) ?? null })
  }
  return { wal: wal.filter((name) => walName.test(name.slice(`${copy.root}/wal/`.length))), files: [...newest.values()] }
}

/** The bytes of a picture or video, the same that the copy lists. Rejects with DamagedCopy. */
async function readListed(store: SealedStore, { name, bytes: most, sha256: expected }: ListedFile): Promise<Buffer> {
  const bytes = await required(store, name, most)
  if (expected && sha256(bytes) !== expected) throw new DamagedCopy(`${name} is another state of this file than the copy lists`)
  return bytes
}

/** The bytes of an object that the store has listed. Rejects with DamagedCopy. */
async function required(store: SealedStore, name: string, most?: number): Promise<Buffer> {
  const bytes = await store.get(name, most)
  if (!bytes) throw new DamagedCopy(`${name} is missing in the store`)
  return bytes
}
