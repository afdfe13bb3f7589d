import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

/** Whether the database answers. Anybody may ask: it is for the machines around the shop, and tells nothing else. */
export async function isReady(ctx: Pick<Context, 'db'>): Promise<boolean> {
  return ctx.db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
}
