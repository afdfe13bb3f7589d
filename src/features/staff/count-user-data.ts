import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { unshippedStatuses } from '#domain/order.ts'
import type { Unshipped } from '#domain/user-data.ts'

export interface UserDataCounts {
  orders: number
  commissions: number
  payouts: number
  affiliates: number
}

/**
 * The rows that Data Management counts (spec §2), and a clearing clears. Orders and commissions come from the sums of each day, so that none of a million is
 * counted; orders that were discarded or never placed are in no sum, and appear under two statuses only.
 */
export async function countUserData(ctx: Context): Promise<UserDataCounts> {
  requirePermission(ctx, 'clear_data')
  const { rows } = await ctx.db.execute<UserDataCounts & Record<string, unknown>>(sql`
    select (coalesce(sum(count) filter (where kind = 'order'), 0)
        + (select count(*) from orders where status in ('payment_failed', 'cancelled') and discarded_at is not null))::integer as orders,
      coalesce(sum(count) filter (where kind = 'commission'), 0)::integer as commissions,
      (select count(*)::integer from affiliate_payouts) as payouts, (select count(*)::integer from profiles where is_affiliate) as affiliates
    from daily_stats`)
  return rows[0] as UserDataCounts
}

/** The paid orders that have not been shipped, from the same sums. */
export async function countUnshipped(ctx: Pick<Context, 'db' | 'actor'>): Promise<Unshipped> {
  requirePermission(ctx, 'clear_data')
  const { rows } = await ctx.db.execute<{ orders: number; sum: number }>(sql`
    select coalesce(sum(count), 0)::integer as orders, coalesce(sum(amount), 0)::float as sum from daily_stats
    where kind = 'order' and status = any(${`{${unshippedStatuses.join(',')}}`}::text[])`)
  return rows[0] as Unshipped
}
