import { sql } from 'drizzle-orm'
import { pendingStatuses, type StoreFigures } from '#domain/figures.ts'
import type { Period } from '#domain/period.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { dayIn, inPeriod } from '#features/store-admin/in-period.ts'

/** The four cards of the admin panel, of what was placed in a period. Problems: signed_out, forbidden. */
export async function getStoreFigures(ctx: Context, period: Period): Promise<StoreFigures> {
  requireAdmin(ctx)
  const placed = inPeriod(ctx, period, dayIn(sql`created_at`))
  const { rows } = await ctx.db.execute<Record<keyof StoreFigures, string>>(sql`
    select count(*) as orders, coalesce(sum(total_amount) filter (where paid_at is not null and status <> 'cancelled'), 0) as revenue,
      count(*) filter (where status = any(${`{${pendingStatuses.join(',')}}`}::text[])) as pending,
      (select coalesce(sum(commission_amount), 0) from affiliate_commissions where status <> 'rejected' and ${placed}) as commissions
    from orders where discarded_at is null and ${placed}`)
  const { orders, revenue, pending, commissions } = rows[0] as (typeof rows)[number]
  return { orders: Number(orders), revenue: Number(revenue), pending: Number(pending), commissions: Number(commissions) }
}
