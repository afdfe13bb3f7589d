import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { dayIn, happenedIn } from '#core/days.ts'
import { onTimePercent, type PromisedOrder, type PromiseOutcome, promiseOutcome } from '#domain/delivery-promise.ts'
import type { Period } from '#domain/figures.ts'
import { isAwaited } from '#features/orders/order-row.ts'

/** What was promised and what became of it. */
export const deliveryTotal = z.object({
  delivered: z.int().meta({ description: 'Orders that came: were delivered, or were ready where the buyer comes for them' }),
  on_time: z.int().meta({ description: 'Those of them that came on or before their last promised day, in Nairobi' }),
  late: z.int().meta({ description: 'Those that came after it, and those that have not come though it is over' }),
  not_known: z.int().meta({ description: 'With a courier, the last promised day over, and not marked delivered' }),
  on_time_percent: z.int().nullable().meta({ description: '`on_time` of `on_time` and `late`, rounded down; null where both are 0' }),
  mean_days: z.number().nullable().meta({ description: 'From the payment until they came, with one decimal; null where none came' }),
  fees: z.number().meta({ description: 'KSh' }),
})
export type DeliveryTotal = z.infer<typeof deliveryTotal>

/** Of one option; both names as they were when the orders were placed. */
export const deliveryFigure = z.object({ zone: z.string(), option: z.string(), ...deliveryTotal.shape })
export type DeliveryFigure = z.infer<typeof deliveryFigure>

/** Orders of one option with one outcome. */
interface Counted extends PromisedOrder, Record<string, unknown> {
  zone: string
  option: string
  orders: number
  /** From payment to arrival, together. */
  days: number
  fees: number
}

/** Whether promises were kept, by zone and option: of the paid orders placed in a period that were promised days, without cancelled ones. */
export async function getDeliveryFigures(ctx: Context, period: Period): Promise<{ rows: DeliveryFigure[]; total: DeliveryTotal }> {
  requirePermission(ctx, 'see_figures')
  const { rows: counted } = await ctx.db.execute<Counted>(sql`
    with came as (
      select e.order_id, max(e.created_at) filter (where e.to_status = 'shipped') as shipped_at, max(e.created_at) filter (where e.to_status = 'delivered') as delivered_at
      from order_events e where e.to_status in ('shipped', 'delivered') and ${happenedIn(ctx, openEnded(period), createdAt)} group by 1
    ), promised as (
      select o.delivery_zone as zone, o.delivery_option as option, o.promised_to, o.paid_at, o.delivery_fee, ${isAwaited} as is_awaited, ${arrivedAt} as at
      from orders o left join came on came.order_id = o.id
      where o.promised_to is not null and o.paid_at is not null and o.status <> 'cancelled' and o.discarded_at is null and ${happenedIn(ctx, period, createdAt)}
    )
    select zone, option, ${dayIn(sql`at`)} <= promised_to as came_in_time, promised_to < ${dayIn(ctx.now)} as is_day_over, is_awaited, count(*)::integer as orders,
      coalesce(sum(extract(epoch from at - paid_at)::float8) / 86400, 0) as days, sum(delivery_fee)::float8 as fees
    from promised group by 1, 2, 3, 4, 5 order by 1, 2`)
  const options = Map.groupBy(counted, ({ zone, option }) => JSON.stringify([zone, option]))
  const rows = [...options.values()].map((parts) => {
    const { zone, option } = parts[0] as Counted
    return { zone, option, ...totalOf(parts) }
  })
  return { rows, total: totalOf(counted) }
}

/** SQL: of an order or an event, where a statement has only one of them. */
const createdAt = sql`created_at`

/** SQL: when the order `o` came. One that its buyer comes for has come when it is ready, as its page says (domain/order-view.ts). */
const arrivedAt = sql`case when o.status in ('shipped', 'delivered', 'commission_earned')
  then coalesce(case when o.delivery_kind in ('pickup', 'collect') then came.shipped_at end, came.delivered_at) end`

/** Orders of the period may come after it. */
function openEnded(period: Period): Period {
  return period.name === 'own' ? { ...period, to: null } : period
}

function totalOf(parts: Counted[]): DeliveryTotal {
  const sum = (of: 'orders' | 'days' | 'fees', those: Counted[]) => those.reduce((total, part) => total + part[of], 0)
  const ended = (outcome: PromiseOutcome) =>
    sum(
      'orders',
      parts.filter((part) => promiseOutcome(part) === outcome),
    )
  const came = parts.filter(({ came_in_time }) => came_in_time !== null)
  const [on_time, late, delivered] = [ended('on_time'), ended('late'), sum('orders', came)]
  return {
    ...{ delivered, on_time, late, not_known: ended('not_known'), on_time_percent: onTimePercent({ on_time, late }) },
    mean_days: delivered === 0 ? null : Math.round((10 * sum('days', came)) / delivered) / 10,
    fees: sum('fees', parts),
  }
}
