import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/** About half a megabyte of rows, more than a sort may keep in memory: PostgreSQL writes them to a file and removes it. */
const someRoom = sql`set local work_mem = '64kB'; select count(*) from generate_series(1, 20000)`

/**
 * Whether the database answers and has room left to write: orders fail on a full disk though everything can be read. Every caller may ask: the answer is for
 * the machines around the shop, and tells nothing else.
 */
export async function isReady(ctx: Pick<Context, 'db'>): Promise<boolean> {
  return ctx.db.execute(someRoom).then(
    () => true,
    () => false,
  )
}
