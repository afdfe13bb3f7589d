import { type Period, periodQuery } from '#domain/period.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { rememberFor } from '#features/remembered.ts'
import { getRankings, type Rankings } from '#features/store-admin/get-rankings.ts'

/** The rankings of a period, at most a minute old in this process: no ranking turns round in a minute. Problems: signed_out, forbidden. */
export async function recentRankings(ctx: Context, period: Period, clock?: () => number): Promise<Rankings> {
  requireAdmin(ctx)
  return rememberFor(ctx.db, `rankings ${JSON.stringify(periodQuery(period))}`, () => getRankings(ctx, period), clock)
}
