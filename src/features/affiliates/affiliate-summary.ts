import { sql } from 'drizzle-orm'
import { type Context, requireUser } from '#core/context.ts'
import { isReferral, isTakenBack } from '#features/orders/referral-facts.ts'

/** KSh; days are days in Nairobi, the oldest first, without gaps. */
export interface AffiliateSummary {
  cards: { total_earnings: number; taken_back: number; pending: number; approved: number; referrals: number; paid_referrals: number }
  days: { day: string; clicks: number; orders: number; commission: number }[]
  /** Of the same days: counted visits, and the referrals that resulted from them. */
  funnel: { clicks: number; orders: number }
  minimum_payout: number
}

/**
 * What the Affiliate tab shows. Its cards are the specification's (spec §2, decisions, The affiliate's three cards): Total Earnings is the sum of paid commissions
 * less what was taken back of them, Pending the sum of pending commissions, and Referrals the count of commissions in any status. Approved is the sum of those that
 * no payout has paid. The days, the funnel and `paid_referrals` count paid orders of other people (counted.ts); a day's commission is what those earn. At most
 * 366 days.
 */
export async function affiliateSummary(ctx: Context, { days = 30 }: { days?: number } = {}): Promise<AffiliateSummary> {
  const { userId } = requireUser(ctx)
  const span = Math.max(1, Math.min(Math.trunc(days), 366))
  const { rows } = await ctx.db.execute<AffiliateSummary['cards'] & Pick<AffiliateSummary, 'days'>>(sql`
    with today as (select (${ctx.now} at time zone 'Africa/Nairobi')::date as day),
    span as (select each::date as day from today, generate_series(today.day - ${span - 1}::integer, today.day, interval '1 day') as each),
    clicked as (select day, count(*) as clicks from affiliate_clicks where affiliate_id = ${userId} and day > (select today.day - ${span}::integer from today) group by day),
    ordered as (
      select (o.created_at at time zone 'Africa/Nairobi')::date as day, count(*) as orders,
        coalesce(sum(c.commission_amount) filter (where c.status <> 'rejected'), 0) as commission
      from orders o left join affiliate_commissions c on c.order_id = o.id
      where o.affiliate_id = ${userId} and ${isReferral} and o.created_at > ${ctx.now} - make_interval(days => ${span + 1}) group by 1
    )
    select (select coalesce(sum(c.commission_amount - coalesce((select sum(d.amount) from commission_deductions d
          where d.commission_id = c.id and d.kind = 'clawback' and d.undone_at is null), 0)), 0)::float8
        from affiliate_commissions c where c.affiliate_id = ${userId} and c.status = 'paid') as total_earnings, w.clawed_back::float8 as taken_back, w.pending::float8 as pending,
      (select coalesce(sum(c.commission_amount), 0)::float8 from affiliate_commissions c where c.affiliate_id = ${userId} and c.status = 'approved' and not ${isTakenBack}) as approved,
      (select count(*)::float8 from affiliate_commissions c where c.affiliate_id = ${userId}) as referrals,
      (select count(*)::float8 from orders o left join affiliate_commissions c on c.order_id = o.id where o.affiliate_id = ${userId} and ${isReferral}) as paid_referrals,
      (select json_agg(json_build_object('day', span.day, 'clicks', coalesce(clicks, 0), 'orders', coalesce(orders, 0), 'commission', coalesce(commission, 0)) order by span.day)
        from span left join clicked using (day) left join ordered using (day)) as days
    from wallets w where w.affiliate_id = ${userId}`)
  const { days: each, ...cards } = rows[0] as (typeof rows)[number]
  const total = (name: 'clicks' | 'orders') => each.reduce((count, day) => count + day[name], 0)
  return {
    cards,
    days: each,
    funnel: { clicks: total('clicks'), orders: total('orders') },
    minimum_payout: ctx.services.settings.values.payout_minimum,
  }
}
