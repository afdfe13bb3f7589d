import { sql } from 'drizzle-orm'
import { isReferral, isTakenBack } from '#features/affiliates/counted.ts'
import { type Context, requireUser } from '#features/context.ts'

/** KSh; days are days in Nairobi, the oldest first, without gaps. */
export interface AffiliateSummary {
  cards: { total_earnings: number; taken_back: number; pending: number; approved: number; referrals: number }
  days: { day: string; clicks: number; orders: number; commission: number }[]
  /** Of the same days: counted visits, and the referrals that resulted from them. */
  funnel: { clicks: number; orders: number }
  minimum_payout: number
}

/**
 * What the Affiliate tab shows (spec §2). Total Earnings is the wallet's Total Earned: approved and paid commissions less clawbacks. Pending is the sum of
 * pending commissions, Approved the sum of those that no payout has paid. Orders and Referrals count referrals (counted.ts); a day's commission is what its
 * referrals earn. At most 366 days. Problem: signed_out.
 */
export async function affiliateSummary(ctx: Context, { days = 30 }: { days?: number } = {}): Promise<AffiliateSummary> {
  const { userId } = requireUser(ctx)
  const span = Math.max(1, Math.min(Math.trunc(days), 366))
  const { rows } = await ctx.db.execute<Record<keyof AffiliateSummary['cards'], string> & { days: AffiliateSummary['days'] }>(sql`
    with today as (select (${ctx.now} at time zone 'Africa/Nairobi')::date as day),
    span as (select each::date as day from today, generate_series(today.day - ${span - 1}::integer, today.day, interval '1 day') as each),
    clicked as (select day, count(*) as clicks from affiliate_clicks where affiliate_id = ${userId} and day > (select today.day - ${span}::integer from today) group by day),
    ordered as (
      select (o.created_at at time zone 'Africa/Nairobi')::date as day, count(*) as orders,
        coalesce(sum(c.commission_amount) filter (where c.status <> 'rejected'), 0) as commission
      from orders o left join affiliate_commissions c on c.order_id = o.id
      where o.affiliate_id = ${userId} and ${isReferral} and o.created_at > ${ctx.now} - make_interval(days => ${span + 1}) group by 1
    )
    select w.earned - w.clawed_back as total_earnings, w.clawed_back as taken_back, w.pending,
      (select sum(c.commission_amount) from affiliate_commissions c where c.affiliate_id = ${userId} and c.status = 'approved' and not ${isTakenBack}) as approved,
      (select count(*) from orders o left join affiliate_commissions c on c.order_id = o.id where o.affiliate_id = ${userId} and ${isReferral}) as referrals,
      (select json_agg(json_build_object('day', span.day, 'clicks', coalesce(clicks, 0), 'orders', coalesce(orders, 0), 'commission', coalesce(commission, 0)) order by span.day)
        from span left join clicked using (day) left join ordered using (day)) as days
    from wallets w where w.affiliate_id = ${userId}`)
  const row = rows[0] as (typeof rows)[number]
  const total = (name: 'clicks' | 'orders') => row.days.reduce((count, day) => count + day[name], 0)
  return {
    cards: {
      total_earnings: Number(row.total_earnings),
      taken_back: Number(row.taken_back),
      pending: Number(row.pending),
      approved: Number(row.approved),
      referrals: Number(row.referrals),
    },
    days: row.days,
    funnel: { clicks: total('clicks'), orders: total('orders') },
    minimum_payout: ctx.services.settings.values.payout_minimum,
  }
}
