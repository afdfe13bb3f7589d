import { sql } from 'drizzle-orm'
import { type Context, requireAdmin } from '#features/context.ts'

export interface UserDataCounts {
  orders: number
  commissions: number
  payouts: number
  affiliates: number
}

/** What Data Management counts (spec §2): everything that a reset would clear, discarded orders too. Problems: signed_out, forbidden. */
export async function countUserData(ctx: Context): Promise<UserDataCounts> {
  requireAdmin(ctx)
  const { rows } = await ctx.db.execute<Record<keyof UserDataCounts, number>>(sql`
    select (select count(*)::integer from orders) as orders, (select count(*)::integer from affiliate_commissions) as commissions,
      (select count(*)::integer from affiliate_payouts) as payouts, (select count(*)::integer from profiles where is_affiliate) as affiliates`)
  return rows[0] as UserDataCounts
}
