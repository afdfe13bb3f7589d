import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { arrayOf, asManyAs, batched } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { noteOrder } from '#core/log-ids.ts'
import { isUuid } from '#core/page-of.ts'
import { instant, isoText, jsonList, jsonOf } from '#core/select-of.ts'
import { isPackersWork } from '#domain/open-work.ts'
import { type DeliveryStep, deliverySteps, type ParcelView, type StepsOrder } from '#domain/order-view.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { attemptState, type OrderItemRow, type OrderRow, orderColumns, orderItemRow, orderRefund, orderStep } from '#features/orders/order-row.ts'
import { hasOpened } from '#features/orders/short-links.ts'

/** An order with its lines, its current prompt and its story, as the database has it. */
export type WholeOrder = OrderRow & {
  discarded_at: string | null
  /** A part of one: what its commission is of the goods. */
  commission_rate: number
  /** How often its number was corrected. */
  phone_changes: number
  now: string
  lines: OrderItemRow[]
  in_review: boolean
  payment: z.infer<typeof currentAttempt> | null
  /** How often its number was replaced while a prompt was open. */
  replacements: number
  /** Prompts that went out and have no outcome. */
  open_prompts: { phone: string; requested_at: string }[]
  timeline: z.infer<typeof orderStep>[]
  refunds: z.infer<typeof orderRefund>[]
  parcel: (ParcelView & NonNullable<StepsOrder['parcel']> & { code: string }) | null
}

export const currentAttempt = z.object({
  ...{ state: attemptState, phone: z.string(), amount: z.number(), created_at: instant },
  ...{ result_code: z.string().nullable(), result_desc: z.string().nullable() },
})

/**
 * An order for a caller who may see it: its signed-in owner, an admin, the bearer of its key, or a browser that has opened its short link. Every other caller,
 * and one who guesses ids, gets Problem `order_not_found`: the shop does not tell them whether an order exists.
 */
export async function readOrder(ctx: Context, id: string): Promise<WholeOrder> {
  const order = await findOrder(ctx, id)
  if (!order) throw new Problem('order_not_found')
  noteOrder(order.id)
  return order
}

/** The same, with null for every other caller. */
export async function findOrder(ctx: Context, id: string): Promise<WholeOrder | null> {
  const order = await loadOrder(ctx, id)
  return order && rightTo(ctx, order) ? order : null
}

/** An order for who moves it on: an admin any, a packer what is theirs to pack and ship. The caller has checked that. */
export async function readWork(ctx: Context, id: string): Promise<WholeOrder> {
  const order = await loadOrder(ctx, id)
  if (!order || !(may(ctx.actor, 'see_orders') || isPackersWork(order))) throw new Problem('order_not_found')
  noteOrder(order.id)
  return order
}

async function loadOrder(ctx: Context, id: string): Promise<WholeOrder | null> {
  return isUuid(id) ? load(ctx, { id: id.toLowerCase() }) : null
}

const byId = ({ id }: { id: string }) => id
const load = batched<{ id: string }, WholeOrder>({ atOnce: 2, most: 8, again: 2, id: byId, apart: byId }, async (ctx, asked) => {
  const { rows } = await ctx.db.execute<WholeOrder>(sql`
    with asked as (select * from unnest(${arrayOf(asked, 'id')}::uuid[]) as asked (id) ${asManyAs(asked)})
    select ${orderColumns}, o.discarded_at, o.commission_rate::float8 as commission_rate, o.phone_changes, ${ctx.now} as now,
      (select ${jsonList(jsonOf(orderItemRow, 'i'), sql`i.name, i.size`)} from order_items i where i.order_id = o.id) as lines,
      exists (select from payment_attempts a where a.order_id = o.id and a.needs_review_at is not null and a.state <> 'paid') as in_review,
      (select ${jsonOf(currentAttempt, 'a')}
        from payment_attempts a where a.order_id = o.id 
          order by (a.state = 'paid') desc, exists (select from refunds r where r.attempt_id = a.id), (a.replaced_at is null) desc, a.created_at desc limit 1) as payment,
      (select count(*)::integer from payment_attempts a where a.order_id = o.id and a.replaced_at is not null) as replacements,
      (select coalesce(json_agg(json_build_object('phone', a.phone, 'requested_at', ${isoText(sql`a.created_at`)}) order by a.created_at), '[]') from payment_attempts a
        where a.order_id = o.id and a.state in ('created', 'accepted', 'unknown') and a.prompted_at is not null) as open_prompts,
      ${timelineOf(sql`o.id`)} as timeline,
      (select ${jsonList(refund, sql`r.created_at, r.id`)} from refunds r join payment_attempts a on a.id = r.attempt_id where r.order_id = o.id) as refunds,
      ${parcelOf(sql`o.id`)} as parcel
    from asked join orders o using (id) left join profiles f on f.id = o.affiliate_id`)
  return rows
})

const refund = jsonOf(orderRefund, 'r', {
  at: sql`r.created_at`,
  done_at: sql`case when r.state = 'done' then r.processed_at end`,
  phone: sql`a.phone`,
  in_cash: sql`coalesce(a.receipt like 'CASH-%', false)`,
})

/** SQL: the story of an order. */
export function timelineOf(order: SQL): SQL {
  const step = jsonOf(orderStep, 'e', { status: sql`e.to_status`, at: sql`e.created_at` })
  return sql`(select ${jsonList(step, sql`e.id`)} from order_events e where e.order_id = ${order})`
}

/** SQL: who brings an order, with its code, for `toParcel` alone. */
export function parcelOf(order: SQL): SQL {
  return sql`(select json_build_object('courier', d.courier, 'parcel_number', d.parcel_number, 'code', case when d.rider_day_id is not null then d.code end,
    'by_rider', d.rider_day_id is not null, 'on_the_way_at', ${isoText(sql`d.on_the_way_at`)}, 'handed_over_at', d.handed_over_at) from deliveries d where d.order_id = ${order})`
}

type Parcelled = Parameters<typeof rightTo>[1] & Pick<WholeOrder, 'status' | 'parcel'>

/** Who brings it, while it is shipped; the code is for the buyer alone: for no admin, and for no caller who knows only the order's code and phone. */
export function toParcel(ctx: Context, order: Parcelled): ParcelView | null {
  if (order.status !== 'shipped' || order.parcel === null) return null
  const right = rightTo(ctx, order)
  const { courier, parcel_number, code, on_the_way_at } = order.parcel
  if (right === null && courier === null) return null
  return { courier, parcel_number, code: right === null || right === 'admin' ? null : code, on_the_way_at }
}

/** The four steps of an order; who took it is for readers with a right to the order. */
export function toSteps(
  ctx: Context,
  order: StepsOrder & Pick<WholeOrder, 'id' | 'user_id' | 'phone_changes'>,
  receiver: string | null,
): DeliveryStep[] {
  return deliverySteps(order, rightTo(ctx, order) && receiver)
}

/**
 * The caller's right to see an order, the strongest they have; null for none. A `link` came by a short message, to a number that is not proved to be the
 * buyer's before the order is paid: it neither corrects that number nor moves the order to an account.
 */
export function rightTo(ctx: Context, order: Pick<WholeOrder, 'id' | 'user_id' | 'phone_changes'>): 'admin' | 'owner' | 'key' | 'link' | null {
  const { actor, services } = ctx
  if (may(actor, 'see_orders')) return 'admin'
  if (actor.userId !== null && actor.userId === order.user_id) return 'owner'
  if (actor.orderKey !== null && services.secrets.proves(actor.orderKey, (each) => each.orderKey(order.id))) return 'key'
  return hasOpened(ctx, order) ? 'link' : null
}
