import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/** Sums up the parts that the figures of each day consist of. Any number of times, in any number of processes; no figure changes by it. */
export async function compactDailyStats(ctx: Pick<Context, 'db'>): Promise<void> {
  await ctx.db.execute(sql`select compact_daily_stats()`)
}
