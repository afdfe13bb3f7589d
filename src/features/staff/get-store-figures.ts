import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { inPeriod } from '#core/days.ts'
import { type Period, pendingStatuses, type StoreFigures } from '#domain/figures.ts'

/** The four cards of the admin panel, about the orders placed in a period; from the sums of each day, so that no order is counted. */
export async function getStoreFigures(ctx: Context, period: Period): Promise<StoreFigures> {
  requirePermission(ctx, 'see_figures')
  const { rows } = await ctx.db.execute<StoreFigures & Record<string, unknown>>(sql`
    select coalesce(sum(count) filter (where kind = 'order'), 0)::float8 as orders, coalesce(sum(amount) filter (where kind = 'order'), 0)::float8 as revenue,
      coalesce(sum(amount) filter (where kind = 'delivery fee'), 0)::float8 as "deliveryFees",
      coalesce(sum(count) filter (where kind = 'order' and status = any(${`{${pendingStatuses.join(',')}}`}::text[])), 0)::float8 as pending,
      coalesce(sum(amount) filter (where kind = 'commission' and status <> 'rejected'), 0)::float8 as commissions
    from daily_stats where ${inPeriod(ctx, period, sql`day`)}`)
  return rows[0] as StoreFigures
}
