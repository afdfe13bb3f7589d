import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { instant, selectOf } from '#core/select-of.ts'
import type { Database } from '#db/client.ts'
import { withClient } from '#db/database-connection.ts'

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
type BackupRun = z.infer<typeof backupRun>

interface BackupStatus {
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

type Figures = Partial<Pick<BackupRun, 'copy' | 'bytes' | 'files' | 'last_commit_at' | 'orders' | 'seconds_to_sale'>>

/** Thrown when a run of the same kind is under way. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

/** Runs `work` while no other run of this kind does, in any process. Rejects with AlreadyRunning. */
export async function oneAtATime<T>(ownerUrl: string, kind: BackupRun['kind'], work: () => Promise<T>): Promise<T> {
  // The lock is the connection's: it ends with this process, however that ends.
  return withClient(ownerUrl, 'viatu-backup', async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(7214030, hashtext($1)) as mine', [kind])
    if (!rows[0]?.mine) throw new AlreadyRunning(`A ${kind} is running already.`)
    return work()
  })
}

/** Runs `work` as a row of `backup_runs`, one of a kind at a time; the row says how it ended. What died before its end is marked as failed by the next. */
export async function recordRun<F extends Figures>(db: Database, ownerUrl: string, kind: BackupRun['kind'], work: () => Promise<F>): Promise<F> {
  return oneAtATime(ownerUrl, kind, async () => {
    await db.execute(sql`
      update backup_runs set ended_at = now(), outcome = 'failed', reason = 'It was interrupted' where kind = ${kind} and ended_at is null`)
    const { rows: begun } = await db.execute<{ id: string }>(sql`insert into backup_runs (kind) values (${kind}) returning id`)
    const id = begun[0]?.id as string
    try {
      const figures = await work()
      const { copy = null, bytes = null, files = null, last_commit_at = null, orders = null, seconds_to_sale = null } = figures
      await db.execute(sql`
        update backup_runs set ended_at = now(), outcome = 'done', copy = ${copy}, bytes = ${bytes}, files = ${files}, last_commit_at = ${last_commit_at},
          orders = ${orders}, seconds_to_sale = ${seconds_to_sale} where id = ${id}`)
      return figures
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 2000)
      await db.execute(sql`update backup_runs set ended_at = now(), outcome = 'failed', reason = ${reason} where id = ${id}`)
      throw error
    }
  })
}
