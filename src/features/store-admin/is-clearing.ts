import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'

/**
 * Whether somebody's clearing of all user data is under way, in whatever process: it alone holds the orders so (clear-user-data.ts), and who dies holds
 * nothing. Problems: signed_out, forbidden.
 */
export async function isClearing(ctx: Context): Promise<boolean> {
  requireAdmin(ctx)
  const { rows } = await ctx.db.execute(sql`
    select from pg_locks where relation = 'orders'::regclass and mode = 'ExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.length > 0
}
