import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'

/**
 * Whether a clearing of all user data is under way, in any process: only a clearing locks the orders in this way (clear-user-data.ts), and a process that dies
 * releases its locks.
 */
export async function isClearing(ctx: Context): Promise<boolean> {
  requirePermission(ctx, 'clear_data')
  const { rows } = await ctx.db.execute(sql`
    select from pg_locks where relation = 'orders'::regclass and mode = 'ExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.length > 0
}

/** Whoever puts a snapshot back has this lock besides (restore-snapshot.ts). */
export const restoringLock = 7214047

/** Whether a snapshot is being put back, in any process. */
export async function isRestoring(ctx: Context): Promise<boolean> {
  requirePermission(ctx, 'clear_data')
  const { rows } = await ctx.db.execute(sql`
    select from pg_locks where locktype = 'advisory' and objid = ${restoringLock} and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.length > 0
}
