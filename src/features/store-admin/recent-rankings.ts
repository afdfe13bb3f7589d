import type { Database } from '#db/client.ts'
import { type Period, periodQuery } from '#domain/period.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { getRankings, type Rankings } from '#features/store-admin/get-rankings.ts'

/** For how long an answer is given again: a million orders take a second to read, and no ranking turns round in a minute. */
const freshMs = 60_000
/** Periods remembered at once; own days are without end. */
const most = 20

interface Remembered {
  until: number
  answer: Promise<Rankings>
}
const remembered = new WeakMap<Database, Map<string, Remembered>>()

/** The rankings of a period, at most a minute old in this process; several who ask at once are told the same. Problems: signed_out, forbidden. */
export async function recentRankings(ctx: Context, period: Period, clock: () => number = () => performance.now()): Promise<Rankings> {
  requireAdmin(ctx)
  const known = remembered.get(ctx.db) ?? new Map<string, Remembered>()
  remembered.set(ctx.db, known)
  const key = JSON.stringify(periodQuery(period))
  const last = known.get(key)
  if (last && last.until > clock()) return last.answer
  const answer = getRankings(ctx, period)
  known.delete(key)
  known.set(key, { until: clock() + freshMs, answer })
  for (const oldest of [...known.keys()].slice(0, -most)) known.delete(oldest)
  // What failed is asked for again.
  answer.catch(() => known.delete(key))
  return answer
}
