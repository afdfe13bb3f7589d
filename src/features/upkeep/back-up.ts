import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { passwordsFile, readBaseBackup, segmentNumber, segmentOf } from '@viatu/vault/postgres'
import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { withClient } from '#db/database-connection.ts'
import { exportRows } from '#db/export-rows.ts'
import { walPatience, walStatus } from '#features/upkeep/backup-status.ts'
import { type Copy, listCopies, newCopy, sha256 } from '#features/upkeep/copies.ts'
import { fileObject, readFileObject, walName } from '#services/backups/backup-store.ts'
import { DamagedCopy, OtherwiseSealed, type SealedStore } from '#services/backups/sealed-store.ts'

/** What is copied, and where to. */
export interface BackupSource {
  store: SealedStore
  root: string
  ownerUrl: string
  dataDir: string
  /** Whether the server is the shop's own; otherwise its rows are copied. */
  isEmbedded: boolean
  /** Ships the files that the store lacks, and returns the names of all. */
  shipFiles(): Promise<string[]>
}

/** Files of the data directory without which a restored shop could not start, or would not know its own links. Only a sealed store gets the secret. */
export const secretFiles = [passwordsFile, 'app-secret']

/**
 * Copies the shop: the database first, then its files, and then forgets the copies that are too many. Rejects with DamagedCopy, and writes nothing, where all
 * copies of the place are sealed otherwise.
 */
export async function backUp(ctx: Pick<Context, 'actor'>, source: BackupSource): Promise<{ copy: Copy; bytes: number; removed: number }> {
  requirePermission(ctx, 'run_shop')
  const { store, root, dataDir, isEmbedded } = source
  await requireOwnPlace(source)
  const writing = newCopy(store, root)
  for (const name of secretFiles) {
    if (name === passwordsFile ? !isEmbedded : !store.isSealed) continue
    const secret = await readFile(join(dataDir, name)).catch(nothingThere)
    if (secret) await writing.write(name, Readable.from([secret]))
  }
  const database = isEmbedded
    ? await copyServer(source.ownerUrl, writing.write)
    : { kind: 'rows' as const, rows: await exportRows(source.ownerUrl, writing.write) }
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
 * Removes copies beyond those of features/upkeep/back-up.ts, what unfinished ones left, WAL that only they needed, and files that none of the rest has. A copy that cannot be
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

/** How many of each are kept: the newest copy of each of so many days, weeks and months that have one; and all of the last of these days. */
const kept = { days: 7, weeks: 4, months: 6 }

const day = 24 * 60 * 60 * 1000
/** Kenya is three hours ahead of UTC all year round. */
const aheadOfUtc = 3 * 60 * 60 * 1000

/**
 * Of copies, newest last, those that are kept: by day, week (from Monday) and month in Nairobi. The newest is always kept. `replayableFrom` begins with the oldest
 * copy that any time since can be restored from, so the WAL from there on is kept as well.
 */
export function keptCopies<Copy extends { endedAt: Date }>(copies: readonly Copy[]): { keep: Copy[]; replayableFrom: Copy | null } {
  const newestFirst = copies.toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime())
  const dayOf = (local: number) => Math.floor(local / day)
  const [newest] = newestFirst
  // A copy made after a mistake must not remove the one from before it, nor one that a restore is reading.
  const today = newestFirst.filter((copy) => dayOf(localTime(copy)) === dayOf(localTime(newest as Copy)))
  const days = newestOfEach(newestFirst, dayOf, kept.days)
  // The first of January 1970 was a Thursday.
  const weeks = newestOfEach(newestFirst, (local) => Math.floor((local / day + 3) / 7), kept.weeks)
  const months = newestOfEach(newestFirst, (local) => new Date(local).toISOString().slice(0, 7), kept.months)
  return {
    keep: newestFirst.filter((copy) => [today, days, weeks, months].some((each) => each.includes(copy))).reverse(),
    replayableFrom: newestFirst.findLast((copy) => days.includes(copy) || today.includes(copy)) ?? null,
  }
}

function newestOfEach<Copy extends { endedAt: Date }>(newestFirst: Copy[], periodOf: (local: number) => number | string, most: number): Copy[] {
  const found = new Map<number | string, Copy>()
  for (const copy of newestFirst) {
    const period = periodOf(localTime(copy))
    if (!found.has(period) && found.size < most) found.set(period, copy)
  }
  return [...found.values()]
}

/** Milliseconds since 1970 by the clocks of Nairobi. */
function localTime({ endedAt }: { endedAt: Date }): number {
  return endedAt.getTime() + aheadOfUtc
}

/** Milliseconds between two looks at whether WAL reaches the store. */
const lookEvery = 60_000

/** The job: brings WAL and files to the store, and says so when they do not get there, once a minute. */
export async function shipBackups(ctx: Context): Promise<number> {
  requirePermission(ctx, 'run_shop')
  const { backups } = ctx.services
  if (!backups) return 0
  let [shipped, error]: [number, unknown] = [0, null]
  try {
    shipped = await backups.ship()
  } catch (cause) {
    error = cause
  }
  if (Date.now() - (lookedAt.get(backups) ?? 0) < lookEvery) return shipped
  lookedAt.set(backups, Date.now())
  const wal = await walStatus(ctx)
  const isLate = (wal?.waitingAge ?? 0) > walPatience
  if (!error && !isLate && !wal?.failing && !wal?.isOff) return shipped
  const ofServer = wal?.isOff
    ? 'PostgreSQL was started before the backup was set up, and hands over nothing: close the shop and all its commands, and open it again'
    : wal?.failing && 'PostgreSQL cannot hand over its WAL, so its own folder grows'
  const words = ofServer || 'the backup does not take what changes'
  ctx.log.error({ error, place: backups.place, ...wal }, `${words}: until it does, a lost disk loses what is sold, and this disk fills`)
  return shipped
}
const lookedAt = new WeakMap<object, number>()

/**
 * The job: starts the nightly backup and, after it, the nightly drill: once after three at night in Nairobi, or as soon as the shop runs after that, and a backup after each
 * restore. What failed is tried again after an hour.
 */
export async function backUpAtNight(ctx: Context): Promise<void> {
  requirePermission(ctx, 'run_shop')
  const { backups } = ctx.services
  if (!backups) return
  const three = sql`(date_trunc('day', ${ctx.now} at time zone 'Africa/Nairobi' - interval '3 hours') + interval '3 hours') at time zone 'Africa/Nairobi'`
  const { rows } = await ctx.db.execute<{ copied: boolean; drilled: boolean; copy_tried: boolean; drill_tried: boolean }>(sql`
    select coalesce(bool_or(kind in ('backup', 'export') and outcome = 'done'
        and started_at >= greatest(${three}, (select max(ended_at) from backup_runs where kind = 'restore'))), false) as copied,
      coalesce(bool_or(kind = 'drill' and outcome = 'done' and started_at >= ${three}), false) as drilled,
      coalesce(bool_or(kind in ('backup', 'export') and outcome is distinct from 'done' and started_at > ${ctx.now} - interval '1 hour'), false) as copy_tried,
      coalesce(bool_or(kind = 'drill' and outcome is distinct from 'done' and started_at > ${ctx.now} - interval '1 hour'), false) as drill_tried
    from backup_runs`)
  const [run] = rows
  if (!run?.copied) {
    if (!run?.copy_tried) backups.start('backup')
  } else if (!run.drilled && !run.drill_tried) backups.start('drill')
}

/**
 * What a restore cannot know and the running shop does: the store still has the copy that the shop made last, and the last WAL that PostgreSQL handed over, which `shipWal`
 * brings there where it waits. Rejects with DamagedCopy.
 */
export async function requireNewest(
  db: Database,
  { store, root, isEmbedded, shipWal }: Pick<BackupSource, 'store' | 'root' | 'isEmbedded'> & { shipWal(): Promise<unknown> },
  copies: Copy[],
): Promise<void> {
  const { rows } = await db.execute<{ copy: string | null; wal: string | null }>(sql`
    select (select last_archived_wal from pg_stat_archiver) as wal,
      (select copy from backup_runs where kind in ('backup', 'export') and outcome = 'done' order by started_at desc limit 1) as copy`)
  const { copy = null, wal = null } = rows[0] ?? {}
  if (copy && !copies.some(({ name }) => name === copy)) throw new DamagedCopy(`The store lacks the copy that was made last, ${copy}`)
  // WAL from before the newest copy may be forgotten by now.
  if (!isEmbedded || !wal || !walName.test(wal) || !isReplayed(wal, copies.at(-1) ?? null)) return
  await shipWal()
  if ((await store.list(`${root}/wal/${wal}`)).length === 0) throw new DamagedCopy(`The store lacks the WAL that was handed over last, ${wal}`)
}
