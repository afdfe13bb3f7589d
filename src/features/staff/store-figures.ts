import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { dayIn, edgesOf, inPeriod } from '#core/days.ts'
import { type ChartStep, type Period, pendingStatuses, type StoreFigures } from '#domain/figures.ts'
import type { OrderStatus } from '#domain/order.ts'

/** Of the days of a step: orders placed and their revenue (KSh), prompts that were paid and that failed. */
export interface ChartPoint {
  /** The first day of the step. */
  day: string
  orders: number
  revenue: number
  paid: number
  failed: number
}

export interface Charts {
  step: ChartStep
  /** The oldest first, without gaps. */
  points: ChartPoint[]
  /** The statuses that at least one order has, the most frequent first. */
  statuses: { status: OrderStatus; orders: number }[]
}

/**
 * The figures of the charts by day, week or month, depending on which gives a readable chart; from the sums of each day. A period without a beginning begins
 * with the first order. Orders count on the day they were placed, discarded ones never.
 */
export async function getCharts(ctx: Context, period: Period): Promise<Charts> {
  requirePermission(ctx, 'see_figures')
  const today = dayIn(ctx.now)
  const { first, last } = edgesOf(ctx, period)
  // Own days may lie before the first order, or ahead: nothing is drawn there.
  const begin = first && period.name === 'own' ? sql`greatest(${first}, known.first)` : (first ?? sql`known.first`)
  const { rows } = await ctx.db.execute<Record<string, unknown> & Charts>(sql`
    with known as (select coalesce(min(day), ${today}) as first from daily_stats where kind = 'order'),
    edges as (select ${begin} as first, least(${last ?? today}, ${today}) as last from known),
    span as (select *, case when last - first < 92 then 'day' when last - first < 731 then 'week' else 'month' end as step from edges),
    sums as (
      select date_trunc(span.step, day)::date as day, sum(count) filter (where kind = 'order') as orders, sum(amount) filter (where kind = 'order') as revenue,
        sum(count) filter (where kind = 'prompt' and status = 'paid') as paid, sum(count) filter (where kind = 'prompt' and status = 'failed') as failed
      from daily_stats, span where day between span.first and span.last group by 1
    ),
    points as (
      select each::date as day from span, generate_series(date_trunc(span.step, span.first), span.last, ('1 ' || span.step)::interval) as each
    ),
    stood as (
      select status, sum(count)::integer as orders from daily_stats, span where kind = 'order' and day between span.first and span.last
      group by status having sum(count) > 0
    )
    select span.step,
      (select coalesce(json_agg(json_build_object('day', points.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0), 'paid', coalesce(paid, 0),
        'failed', coalesce(failed, 0)) order by points.day), '[]') from points left join sums using (day)) as points,
      (select coalesce(json_agg(stood order by orders desc, status), '[]') from stood) as statuses
    from span`)
  return rows[0] as Charts
}

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
