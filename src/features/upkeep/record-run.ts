import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { withClient } from '#db/database-connection.ts'
import type { BackupRun } from '#features/upkeep/backup-status.ts'

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
