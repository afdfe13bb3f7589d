import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { memoizeFor } from '#core/memo.ts'
import { type Period, periodQuery } from '#domain/figures.ts'
import { type CountedRankings, countRankings } from '#features/staff/count-rankings.ts'
import { nameRankings, type Rankings } from '#features/staff/name-rankings.ts'

/**
 * The people and products at the top in a period, at most a minute old in this process, or as a job keeps them where many orders are counted
 * (precompute-rankings.ts): no ranking changes much in a few minutes.
 */
export async function recentRankings(ctx: Context, period: Period, clock?: () => number): Promise<Rankings> {
  requirePermission(ctx, 'see_figures')
  const counted =
    (await findKept(ctx, period)) ??
    (await memoizeFor(ctx.db, `rankings ${JSON.stringify(periodQuery(period))}`, () => countRankings(ctx, period), clock))
  return nameRankings(ctx, counted)
}

/** A ranking that was counted too long ago is not used. */
async function findKept({ db, now }: Context, { name }: Period): Promise<CountedRankings | null> {
  const { rows } = await db.execute<{ rankings: CountedRankings }>(
    sql`select rankings from ranking_snapshots where period = ${name} and counted_at > ${now} - interval '15 minutes'`,
  )
  return rows[0]?.rankings ?? null
}
