import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileObject, readFileObject, walName } from './backup-store.ts'
import { type CopiedShop, type Copy, listCopies, newCopy, sha256 } from './copies.ts'
import { keptCopies } from './kept-copies.ts'
import { readBaseBackup } from './postgres/base-backup.ts'
import { passwordsFile } from './postgres/embedded.ts'
import { segmentNumber, segmentOf } from './postgres/wal.ts'
import { withClient } from './postgres/with-client.ts'
import { DamagedCopy, OtherwiseSealed, type SealedStore } from './sealed-store.ts'

/** What is copied, and where to. */
export interface BackupSource {
  store: SealedStore
  /** The first part of every name in the store, of this database alone. */
  root: string
  ownerUrl: string
  dataDir: string
  /** Whether the server is the shop's own; otherwise its rows are copied. */
  isEmbedded: boolean
  /** Ships the files that the store lacks, and returns the names of all. */
  shipFiles(): Promise<string[]>
}

/**
 * Copies the shop: the database first, then its files, and then forgets the copies that are too many. Rejects with DamagedCopy, and writes nothing, where all
 * copies of the place are sealed otherwise.
 */
export async function makeCopy(source: BackupSource, shop: CopiedShop): Promise<{ copy: Copy; bytes: number; removed: number }> {
  const { store, root, dataDir, isEmbedded } = source
  await requireOwnPlace(source)
  const writing = newCopy(store, root)
  for (const name of [passwordsFile, ...shop.secrets]) {
    if (name === passwordsFile ? !isEmbedded : !store.isSealed) continue
    const secret = await readFile(join(dataDir, name)).catch(nothingThere)
    if (secret) await writing.write(name, Readable.from([secret]))
  }
  const database = isEmbedded
    ? await copyServer(source.ownerUrl, writing.write)
    : { kind: 'rows' as const, rows: await shop.exportRows(source.ownerUrl, writing.write) }
  // After the database: every picture that a copied row shows is there.
  const files: Copy['files'] = []
  for (const name of await source.shipFiles()) files.push({ name, sha256: await hashOfFile(source, name) })
  const copy = await writing.finish({ ...database, files })
  const bytes = copy.parts.reduce((sum, part) => sum + part.bytes, 0)
  return { copy, bytes, removed: await forgetOldCopies(source) }
}

/** Beside copies from before the first passphrase, or of one that is unset by now, no new copy would pass a drill. */
async function requireOwnPlace({ store, root }: BackupSource) {
  const unread: DamagedCopy[] = []
  const copies = await listCopies(store, root, (_, error) => unread.push(error))
  const other = unread.find((error) => error instanceof OtherwiseSealed)
  if (copies.length > 0 || !other) return
  throw new DamagedCopy(`${other.message}. No copy is made beside it: set BACKUP_DIR or BACKUP_S3_BUCKET to a new, empty place, and keep the old one`)
}

/** A live shop has its secret in the settings. */
function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Of the file on this disk that has this name in the store; null where it was replaced or deleted since it got it. */
async function hashOfFile({ root, dataDir }: BackupSource, name: string): Promise<string | null> {
  const key = readFileObject(name)?.key ?? ''
  const file = await open(join(dataDir, 'files', key)).catch(nothingThere)
  if (!file) return null
  try {
    return fileObject(root, key, await file.stat()).name === name ? sha256(await file.readFile()) : null
  } finally {
    await file.close()
  }
}

async function copyServer(ownerUrl: string, write: (prefix: string, tar: Readable) => Promise<void>) {
  const { startLsn } = await readBaseBackup(ownerUrl, (tar) => write('base.tar', tar))
  const { rows } = await withClient(ownerUrl, 'viatu-backup', (client) =>
    client.query<{ bytes: number }>(`select setting::integer as bytes from pg_settings where name = 'wal_segment_size'`),
  )
  return { kind: 'base' as const, startLsn, segmentBytes: rows[0]?.bytes as number }
}

/**
 * Removes copies beyond those of `keptCopies`, what unfinished ones left, WAL that only they needed, and files that none of the rest has. A copy that cannot be
 * read stays: it may be whole, under another passphrase. Returns how many objects.
 */
async function forgetOldCopies({ store, root }: BackupSource): Promise<number> {
  const names = new Set<string>()
  const copies = await listCopies(store, root, (name) => names.add(name))
  const { keep, replayableFrom } = keptCopies(copies)
  for (const { name } of keep) names.add(name)
  const filesOf = (of: Copy[]) => of.flatMap(({ files }) => files.map(({ name }) => name))
  const keptFiles = new Set(filesOf(keep))
  // Not those that no copy has: they were shipped since, by a shop that knows that they are there.
  const forgotten = new Set(filesOf(copies).filter((file) => !keptFiles.has(file)))
  const newest = keep.at(-1)?.name ?? ''
  const objects = await store.list(`${root}/`)
  const isNeeded = (object: string) => {
    const [, kind, rest = ''] = /^[^/]+\/([^/]+)\/(.*)$/s.exec(object) ?? []
    if (kind === 'copies') return names.has(rest.split('/')[0] as string) || (rest.split('/')[0] as string) > newest
    if (kind === 'wal') return isReplayed(rest, replayableFrom)
    return !forgotten.has(object)
  }
  const gone = objects.filter((object) => !isNeeded(object))
  // The manifests first: a copy whose parts go must not count any more.
  await store.remove(gone.toSorted((a, b) => Number(b.endsWith('/manifest')) - Number(a.endsWith('/manifest'))))
  return gone.length
}

/** Whether a restore of this copy, or of a later one, reads this WAL. */
function isReplayed(wal: string, from: Copy | null): boolean {
  if (!from?.startLsn || !from.segmentBytes) return true
  const number = segmentNumber(wal, from.segmentBytes)
  return number === null || number >= segmentOf(from.startLsn, from.segmentBytes)
}

/**
 * What a restore cannot know and the running shop does: the store still has the copy that the shop made last, and the last WAL that PostgreSQL handed over, which `shipWal`
 * brings there where it waits. Rejects with DamagedCopy.
 */
export async function requireInStore(
  { store, root, isEmbedded, shipWal }: Pick<BackupSource, 'store' | 'root' | 'isEmbedded'> & { shipWal(): Promise<unknown> },
  copies: Copy[],
  { copy, wal }: { copy: string | null; wal: string | null },
): Promise<void> {
  if (copy && !copies.some(({ name }) => name === copy)) throw new DamagedCopy(`The store lacks the copy that was made last, ${copy}`)
  // WAL from before the newest copy may be forgotten by now.
  if (!isEmbedded || !wal || !walName.test(wal) || !isReplayed(wal, copies.at(-1) ?? null)) return
  await shipWal()
  if ((await store.list(`${root}/wal/${wal}`)).length === 0) throw new DamagedCopy(`The store lacks the WAL that was handed over last, ${wal}`)
}
