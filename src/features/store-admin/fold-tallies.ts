import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

/** Sums up what the figures of each day have gathered in parts. Any number of times, in any number of processes; no figure changes by it. */
export async function foldTallies(ctx: Pick<Context, 'db'>): Promise<void> {
  await ctx.db.execute(sql`select fold_tallies()`)
}
