import { sql } from 'drizzle-orm'
import { toShillings } from '#domain/money.ts'
import { type Context, requireUser } from '#features/context.ts'

/** KSh; days are days in Nairobi, the oldest first, without gaps. */
export interface AffiliateSummary {
  cards: { total_earnings: number; pending: number; approved: number; referrals: number }
  days: { day: string; clicks: number; orders: number; commission: number }[]
  /** Of the same days: visits that were counted, orders that came of links, and those of them that were paid. */
  funnel: { clicks: number; orders: number; paid: number }
  minimum_payout: number
}

/**
 * What the Affiliate tab shows (spec §2): Total Earnings is the sum of paid commissions, Pending of pending ones, Referrals their number; Approved is the
 * decisions' fourth. Rejected commissions of a day count for nothing. At most 366 days. Problem: signed_out.
 */
export async function affiliateSummary(ctx: Context, { days = 30 }: { days?: number } = {}): Promise<AffiliateSummary> {
  const { userId } = requireUser(ctx)
  const span = Math.max(1, Math.min(Math.trunc(days), 366))
  const { rows } = await ctx.db.execute<Record<string, string | null> & { days: AffiliateSummary['days']; paid_orders: number }>(sql`
    with today as (select (${ctx.now} at time zone 'Africa/Nairobi')::date as day),
    span as (select each::date as day from today, generate_series(today.day - ${span - 1}::integer, today.day, interval '1 day') as each),
    clicked as (select day, count(*) as clicks from affiliate_clicks where affiliate_id = ${userId} and day > (select today.day - ${span}::integer from today) group by day),
    ordered as (
      select (o.created_at at time zone 'Africa/Nairobi')::date as day, count(*) as orders, count(*) filter (where o.paid_at is not null) as paid,
        coalesce(sum(c.commission_amount) filter (where c.status <> 'rejected'), 0) as commission
      from orders o left join affiliate_commissions c on c.order_id = o.id
      where o.affiliate_id = ${userId} and o.discarded_at is null and o.created_at > ${ctx.now} - make_interval(days => ${span + 1}) group by 1
    )
    select sum(commission_amount) filter (where status = 'paid') as total_earnings, sum(commission_amount) filter (where status = 'pending') as pending,
      sum(commission_amount) filter (where status = 'approved') as approved, count(*) as referrals,
      (select json_agg(json_build_object('day', span.day, 'clicks', coalesce(clicks, 0), 'orders', coalesce(orders, 0), 'commission', coalesce(commission, 0)) order by span.day)
        from span left join clicked using (day) left join ordered using (day)) as days,
      (select coalesce(sum(paid), 0)::integer from ordered join span using (day)) as paid_orders
    from affiliate_commissions where affiliate_id = ${userId}`)
  const row = rows[0] as (typeof rows)[number]
  const total = (name: 'clicks' | 'orders') => row.days.reduce((count, day) => count + day[name], 0)
  return {
    cards: {
      total_earnings: Number(row.total_earnings),
      pending: Number(row.pending),
      approved: Number(row.approved),
      referrals: Number(row.referrals),
    },
    days: row.days,
    funnel: { clicks: total('clicks'), orders: total('orders'), paid: row.paid_orders },
    minimum_payout: toShillings(ctx.services.affiliates.payoutMinimum),
  }
}
