import { type BackupSource, type CopiedShop, type Copy, makeCopy, requireInStore } from '@viatu/vault'
import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { exportRows, importRows } from '#db/export-rows.ts'
import { isFileKey } from '#domain/storage.ts'
import { walPatience, walStatus } from '#features/upkeep/backup-status.ts'

/** What the vault has to know of the shop. A live shop has its secret in the settings. */
export const copiedShop: CopiedShop = { secrets: ['app-secret'], isFileKey, exportRows, importRows }

/** Copies the shop. Rejects with DamagedCopy, and writes nothing, where all copies of the place are sealed otherwise. */
export async function backUp(ctx: Pick<Context, 'actor'>, source: BackupSource): ReturnType<typeof makeCopy> {
  requirePermission(ctx, 'run_shop')
  return makeCopy(source, copiedShop)
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

/** The store still has the copy that the shop made last, and the WAL that PostgreSQL handed over last. Rejects with DamagedCopy. */
export async function requireNewest(db: Database, source: Parameters<typeof requireInStore>[0], copies: Copy[]): Promise<void> {
  const { rows } = await db.execute<{ copy: string | null; wal: string | null }>(sql`
    select (select last_archived_wal from pg_stat_archiver) as wal,
      (select copy from backup_runs where kind in ('backup', 'export') and outcome = 'done' order by started_at desc limit 1) as copy`)
  await requireInStore(source, copies, rows[0] ?? { copy: null, wal: null })
}
