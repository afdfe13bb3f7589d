import { sql } from 'drizzle-orm'
import { pendingStatuses, type StoreFigures } from '#domain/figures.ts'
import type { Period } from '#domain/period.ts'
import { type Context, requirePermission } from '#features/context.ts'
import { inPeriod } from '#features/store-admin/in-period.ts'

/**
 * The four cards of the admin panel, about the orders placed in a period; from the sums of each day, so that no order is counted. Problems: signed_out,
 * forbidden.
 */
export async function getStoreFigures(ctx: Context, period: Period): Promise<StoreFigures> {
  requirePermission(ctx, 'see_figures')
  const { rows } = await ctx.db.execute<Record<keyof StoreFigures, string>>(sql`
    select coalesce(sum(count) filter (where kind = 'order'), 0) as orders, coalesce(sum(amount) filter (where kind = 'order'), 0) as revenue,
      coalesce(sum(amount) filter (where kind = 'delivery fee'), 0) as "deliveryFees",
      coalesce(sum(count) filter (where kind = 'order' and status = any(${`{${pendingStatuses.join(',')}}`}::text[])), 0) as pending,
      coalesce(sum(amount) filter (where kind = 'commission' and status <> 'rejected'), 0) as commissions
    from daily_stats where ${inPeriod(ctx, period, sql`day`)}`)
  const { orders, revenue, deliveryFees, pending, commissions } = rows[0] as (typeof rows)[number]
  return {
    orders: Number(orders),
    revenue: Number(revenue),
    deliveryFees: Number(deliveryFees),
    pending: Number(pending),
    commissions: Number(commissions),
  }
}
