import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'

export interface UserDataCounts {
  orders: number
  commissions: number
  payouts: number
  affiliates: number
}

/** What Data Management counts (spec §2): orders and commissions from the sums of each day, so that none of a million is counted. Problems: signed_out, forbidden. */
export async function countUserData(ctx: Context): Promise<UserDataCounts> {
  requireAdmin(ctx)
  const { rows } = await ctx.db.execute<UserDataCounts & Record<string, unknown>>(sql`
    select coalesce(sum(count) filter (where kind = 'order'), 0)::integer as orders, coalesce(sum(count) filter (where kind = 'commission'), 0)::integer as commissions,
      (select count(*)::integer from affiliate_payouts) as payouts, (select count(*)::integer from profiles where is_affiliate) as affiliates
    from day_tallies`)
  return rows[0] as UserDataCounts
}
