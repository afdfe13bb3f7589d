import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'

/** Seconds that WAL may wait for the store before an owner hears of it. */
export const walPatience = 120

/** One backup, export, drill or restore. `outcome` is null while it runs; `reason` says why it failed. */
export const backupRun = z.object({
  id: z.uuid(),
  kind: z.enum(['backup', 'export', 'drill', 'restore']),
  started_at: instant,
  ended_at: instant.nullable(),
  outcome: z.enum(['done', 'failed']).nullable(),
  reason: z.string().nullable(),
  /** The name of the copy that was written or restored. */
  copy: z.string().nullable(),
  bytes: z.number().nullable(),
  files: z.number().nullable(),
  /** Of a drill and a restore: the commit time of the last transaction that came back. */
  last_commit_at: instant.nullable(),
  orders: z.number().nullable(),
  /** Of a drill and a restore: from the empty folder until the shop sold. */
  seconds_to_sale: z.number().nullable(),
})
export type BackupRun = z.infer<typeof backupRun>

export interface BackupStatus {
  /** Where copies go, in words; null where no backup is set up. */
  place: string | null
  /** The WAL since the last backup; null where the database is not ours, or no backup is set up. Ages in seconds. */
  wal: {
    /** Since PostgreSQL handed over the newest WAL; null before the first. A shop in which nothing changes hands over none. */
    newestAge: number | null
    /** Handed over, and not in the store yet: segments, their bytes on this disk, and the age of the oldest. */
    waiting: number
    waitingBytes: number
    waitingAge: number | null
    /** Whether the last try of PostgreSQL to hand WAL over failed: then its own folder grows. */
    failing: boolean
    /** Whether it hands over none: it was started before a backup was set up. */
    isOff: boolean
  } | null
  /** The last that went well, and its age in seconds; null where there was none. */
  backup: { run: BackupRun; age: number } | null
  drill: { run: BackupRun; age: number } | null
  /** The newest run that failed, unless one of its kind went well since. */
  failed: BackupRun | null
}

/** What the shop could be restored from now, for a status page. */
export async function getBackupStatus(ctx: Context): Promise<BackupStatus> {
  requirePermission(ctx, 'see_status')
  const { backups } = ctx.services
  // One after the other, because the caller may be in a transaction.
  const backup = await newest(ctx, sql`kind in ('backup', 'export') and outcome = 'done'`)
  const drill = await newest(ctx, sql`kind = 'drill' and outcome = 'done'`)
  const failed = await newest(
    ctx,
    sql`outcome = 'failed' and not exists (select from backup_runs b where b.kind = backup_runs.kind and b.outcome = 'done' and b.started_at > backup_runs.started_at)`,
  )
  return { place: backups?.place ?? null, wal: await walStatus(ctx), backup, drill, failed: failed?.run ?? null }
}

async function newest({ db, now }: Context, which: SQL): Promise<{ run: BackupRun; age: number } | null> {
  const { rows } = await db.execute<BackupRun & { age: number }>(sql`
    select ${selectOf(backupRun, 'backup_runs')}, extract(epoch from ${now} - coalesce(ended_at, started_at))::float8 as age
    from backup_runs where ${which} order by backup_runs.started_at desc, backup_runs.id desc limit 1`)
  if (!rows[0]) return null
  const { age, ...run } = rows[0]
  return { run, age }
}

/** The WAL on its way to the store; null where there is none of ours. */
export async function walStatus(ctx: Context): Promise<BackupStatus['wal']> {
  const waiting = await ctx.services.backups?.waiting()
  if (!waiting) return null
  const { rows } = await ctx.db.execute<{ age: number | null; failing: boolean }>(sql`
    select extract(epoch from ${ctx.now} - last_archived_time)::float as age, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
    from pg_stat_archiver`)
  const [archiver] = rows
  return {
    newestAge: archiver?.age ?? null,
    waiting: waiting.segments,
    waitingBytes: waiting.bytes,
    waitingAge: waiting.since && (Date.now() - waiting.since.getTime()) / 1000,
    failing: archiver?.failing ?? false,
    isOff: waiting.isOff ?? false,
  }
}
