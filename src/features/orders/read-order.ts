import { type SQL, sql } from 'drizzle-orm'
import { type DeliveryStep, deliverySteps, type StepsOrder } from '#domain/delivery-steps.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { AttemptState } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import type { OrderLine, ParcelView, RefundLine } from '#domain/receipt.ts'
import { may } from '#domain/roles.ts'
import { isPackersWork } from '#domain/work-queue.ts'
import { asManyAs, batched } from '#features/batched.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { noteOrder } from '#features/log-ids.ts'
import { hasOpened } from '#features/orders/opened-links.ts'
import { orderColumns, type StoredOrder } from '#features/orders/order-row.ts'
import { iso } from '#features/row-fields.ts'

/** An order with its lines, its current prompt and its story, as the database has it. */
export type WholeOrder = StoredOrder & {
  discarded_at: string | null
  /** A part of one: what its commission is of the goods. */
  commission_rate: number
  /** How often its number was corrected. */
  phone_changes: number
  now: string
  lines: (OrderLine & { id: string })[]
  in_review: boolean
  payment: StoredAttempt | null
  /** How often its number was replaced while a prompt was open. */
  replacements: number
  /** Prompts that went out and have no outcome. */
  open_prompts: { phone: string; requested_at: string }[]
  timeline: { status: OrderStatus; at: string }[]
  refunds: RefundLine[]
  parcel: (ParcelView & NonNullable<StepsOrder['parcel']> & { code: string }) | null
}

export interface StoredAttempt {
  state: AttemptState
  phone: string
  amount: number
  result_code: string | null
  result_desc: string | null
  created_at: string
}

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

/** An order for who moves it on: an admin any, a packer what is theirs to pack and ship. The caller has checked that. Problem `order_not_found`. */
export async function readWork(ctx: Context, id: string): Promise<WholeOrder> {
  const order = await loadOrder(ctx, id)
  if (!order || !(may(ctx.actor, 'see_orders') || isPackersWork(order))) throw new Problem('order_not_found')
  noteOrder(order.id)
  return order
}

async function loadOrder(ctx: Context, id: string): Promise<WholeOrder | null> {
  return isUuid(id) ? loadTogether(ctx, id.toLowerCase()) : null
}

const loadTogether = batched<string, WholeOrder | null>({ atOnce: 2, most: 8, again: 2, apart: (id) => id }, async (ctx, ids) => {
  const { rows } = await ctx.db.execute<WholeOrder>(sql`
    with asked as (select * from unnest(${sql.param(ids)}::uuid[]) as asked (id) ${asManyAs(ids)})
    select ${orderColumns}, o.discarded_at, o.commission_rate::float8 as commission_rate, o.phone_changes, ${ctx.now} as now,
      (select coalesce(json_agg(json_build_object('id', i.id, 'product_id', i.product_id, 'name', i.name, 'size', i.size, 'quantity', i.quantity,
          'price', i.price, 'image_url', i.image_url) order by i.name, i.size), '[]') from order_items i where i.order_id = o.id) as lines,
      exists (select from payment_attempts a where a.order_id = o.id and a.needs_review_at is not null and a.state <> 'paid') as in_review,
      (select json_build_object('state', a.state, 'phone', a.phone, 'amount', a.amount, 'result_code', a.result_code, 'result_desc', a.result_desc, 'created_at', a.created_at)
        from payment_attempts a where a.order_id = o.id 
          order by (a.state = 'paid') desc, exists (select from refunds r where r.attempt_id = a.id), (a.replaced_at is null) desc, a.created_at desc limit 1) as payment,
      (select count(*)::integer from payment_attempts a where a.order_id = o.id and a.replaced_at is not null) as replacements,
      (select coalesce(json_agg(json_build_object('phone', a.phone, 'requested_at', a.created_at) order by a.created_at), '[]') from payment_attempts a
        where a.order_id = o.id and a.state in ('created', 'accepted', 'unknown') and a.prompted_at is not null) as open_prompts,
      (select coalesce(json_agg(json_build_object('status', e.to_status, 'at', e.created_at) order by e.id), '[]') from order_events e where e.order_id = o.id) as timeline,
      (select coalesce(json_agg(json_build_object('amount', r.amount, 'at', r.created_at, 'done_at', case when r.state = 'done' then r.processed_at end, 'receipt', r.receipt,
          'phone', a.phone, 'in_cash', coalesce(a.receipt like 'CASH-%', false)) order by r.created_at, r.id), '[]')
        from refunds r join payment_attempts a on a.id = r.attempt_id where r.order_id = o.id) as refunds,
      ${parcelOf(sql`o.id`)} as parcel
    from asked join orders o using (id) left join profiles f on f.id = o.affiliate_id`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id) ?? null)
})

/** SQL: who brings an order, with its code, for `toParcel` alone. */
export function parcelOf(order: SQL): SQL {
  return sql`(select json_build_object('courier', d.courier, 'parcel_number', d.parcel_number, 'code', case when d.rider_day_id is not null then d.code end,
    'by_rider', d.rider_day_id is not null, 'on_the_way_at', d.on_the_way_at, 'handed_over_at', d.handed_over_at) from deliveries d where d.order_id = ${order})`
}

type Parcelled = Parameters<typeof rightTo>[1] & Pick<WholeOrder, 'status' | 'parcel'>

/** Who brings it, while it is shipped; the code is for the buyer alone: for no admin, and for no caller who knows only the order's code and phone. */
export function toParcel(ctx: Context, order: Parcelled): ParcelView | null {
  if (order.status !== 'shipped' || order.parcel === null) return null
  const right = rightTo(ctx, order)
  const { courier, parcel_number, code, on_the_way_at } = order.parcel
  if (right === null && courier === null) return null
  return { courier, parcel_number, code: right === null || right === 'admin' ? null : code, on_the_way_at: on_the_way_at && iso(on_the_way_at) }
}

/** The four steps of an order; who took it is for readers with a right to the order. */
export function toSteps(
  ctx: Context,
  order: StepsOrder & Pick<WholeOrder, 'id' | 'user_id' | 'phone_changes'>,
  receiver: string | null,
): DeliveryStep[] {
  return deliverySteps(order, rightTo(ctx, order) && receiver).map((step) => ({ ...step, at: step.at && iso(step.at) }))
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
