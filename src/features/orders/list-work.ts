import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid, type Page } from '#core/page-of.ts'
import { only, selectOf } from '#core/select-of.ts'
import { maxCounted } from '#domain/limits.ts'
import { type Bought, packersStatuses, summariseLines, type WorkQueue } from '#domain/open-work.ts'
import { may } from '#domain/roles.ts'
import { inQueue, listWithin, type OrderFilter } from '#features/orders/list-orders.ts'
import { type OrderRow, orderRow } from '#features/orders/order-row.ts'
import { readWork, type WholeOrder } from '#features/orders/read-order.ts'
import { byZone, type DeliveryRow, deliveriesOf, itsZone } from '#features/orders/riders/list-deliveries.ts'

/** A row of Order Management: the order, what was bought, and who brings it. */
export type WorkRow = Pick<OrderRow, (typeof workColumns)[number]> & {
  total_amount: number | null
  bought: Bought | null
  delivery: DeliveryRow | null
}

/** What who packs may read; the total is for admins alone. */
const workColumns = [
  'id',
  'short_code',
  'status',
  'customer_name',
  'customer_phone',
  'delivery_address',
  'delivery_kind',
  'created_at',
  'paid_at',
  'packed_at',
  'late_at',
  'promised_to',
] as const

/** The orders of Order Management, newest first; a packer's are those to pack and ship. */
export async function listWork(ctx: Context, filter: OrderFilter): Promise<Page<WorkRow>> {
  requirePermission(ctx, 'ship_orders')
  const seesAll = may(ctx.actor, 'see_orders')
  const { data, next } = await listWithin(ctx, seesAll ? sql`true` : isPackers, filter)
  const ids = data.map(({ id }) => id)
  const [lines, deliveries] = await Promise.all([linesOf(ctx, ids), deliveriesOf(ctx, ids)])
  const rows = data.map((order) => ({
    ...only(order, workColumns),
    total_amount: seesAll ? order.total_amount : null,
    bought: summariseLines(lines.get(order.id) ?? []),
    delivery: deliveries.get(order.id) ?? null,
  }))
  return { data: rows, next }
}

/** An order as it is chosen for an act on several at once. */
export type ChosenOrder = Pick<WorkRow, 'id' | 'short_code' | 'status' | 'packed_at'>

/** All orders of a filter that one act takes, the newest hundred at most, whatever the page. */
export async function listChoosable(ctx: Context, filter: OrderFilter): Promise<{ orders: ChosenOrder[]; hasMore: boolean }> {
  requirePermission(ctx, 'ship_orders')
  const within = may(ctx.actor, 'see_orders') ? sql`true` : isPackers
  const { data, next } = await listWithin(ctx, within, { ...filter, cursor: undefined, limit: maxSlips })
  return { orders: data.map((order) => only(order, ['id', 'short_code', 'status', 'packed_at'])), hasMore: next !== null }
}

/** SQL: the order `o` is in a packer's list. */
const isPackers = sql`o.status = any(${`{${packersStatuses.join(',')}}`}::text[])`

const slipColumns = orderRow.pick({
  ...{ id: true, short_code: true, status: true, customer_name: true, customer_phone: true, delivery_address: true, delivery_option: true },
  ...{ delivery_zone: true, delivery_place: true, delivery_point: true, delivery_to_agree: true, address_place: true },
  ...{ receiver_name: true, receiver_phone: true, created_at: true, packed_at: true },
})
export type PackingSlip = z.infer<typeof slipColumns> & { lines: PackedLine[] }

type PackedLine = { id: string; name: string; size: string; quantity: number; image_url: string | null }

/** As many orders as one list of the panel can select. */
export const maxSlips = 100

/**
 * What is printed for the parcels of these orders, zone by zone and place by place, then in the order of the ids; an unknown id is left out. Without prices: a parcel may be a gift, and riders need
 * not know them.
 */
export async function listPackingSlips(ctx: Context, wanted: string[]): Promise<PackingSlip[]> {
  requirePermission(ctx, 'ship_orders')
  const ids = [...new Set(wanted.filter(isUuid).map((id) => id.toLowerCase()))].slice(0, maxSlips)
  const { rows } = await ctx.db.execute<z.infer<typeof slipColumns>>(sql`
    select ${selectOf(slipColumns, 'o')}
    from unnest(${`{${ids.join(',')}}`}::uuid[]) with ordinality as wanted (id, place) join orders o using (id) ${itsZone}
    where ${may(ctx.actor, 'see_orders')} or ${isPackers} order by ${byZone}, wanted.place`)
  const lines = await linesOf(ctx, ids)
  return rows.map((row) => ({ ...row, lines: lines.get(row.id) ?? [] }))
}

async function linesOf({ db }: Context, orders: string[]): Promise<Map<string, PackedLine[]>> {
  const { rows } = await db.execute<{ order_id: string; lines: PackedLine[] }>(sql`
    select order_id, json_agg(json_build_object('id', id, 'name', name, 'size', size, 'quantity', quantity, 'image_url', image_url) order by name, size) as lines
    from order_items where order_id = any(${`{${orders.join(',')}}`}::uuid[]) group by order_id`)
  return new Map(rows.map(({ order_id, lines }) => [order_id, lines]))
}

/**
 * Orders in each queue, refunds that are due, payments in the review queue, commissions that can be approved, and payouts that are pending; one more than `maxCounted` means
 * more.
 */
export type OpenWorkCounts = Record<WorkQueue | 'refunds' | 'reviews' | 'commissions' | 'payouts', number> & {
  /** When this was so: ISO 8601 with all its digits, for `countNewlyPaid`. */
  as_of: string
}

/** The work that waits for an admin; what is not a packer's counts as none for them. */
export async function countOpenWork(ctx: Context): Promise<OpenWorkCounts> {
  requirePermission(ctx, 'ship_orders')
  const { rows } = await ctx.db.execute<OpenWorkCounts>(sql`
    select to_json(${ctx.now}) #>> '{}' as as_of,
      (select count(*)::integer from (select from orders o where ${inQueue('pack')} limit ${maxCounted + 1}) o) as pack,
      (select count(*)::integer from (select from orders o where ${inQueue('send')} limit ${maxCounted + 1}) o) as send,
      (select count(*)::integer from (select from orders o where ${inQueue('way')} limit ${maxCounted + 1}) o) as way,
      (select count(*)::integer from (select from orders o where ${inQueue('late')} limit ${maxCounted + 1}) o) as late,
      (select count(*)::integer from (select from refunds where state = 'due' limit ${maxCounted + 1}) r) as refunds,
      (select count(*)::integer from (select from payment_attempts where needs_review_at is not null limit ${maxCounted + 1}) a) as reviews,
      (select count(*)::integer from (select from affiliate_commissions c join orders o on o.id = c.order_id
        where c.status = 'pending' and o.paid_at is not null limit ${maxCounted + 1}) c) as commissions,
      (select count(*)::integer from (select from affiliate_payouts where status = 'pending' limit ${maxCounted + 1}) p) as payouts`)
  const counts = rows[0] as OpenWorkCounts
  return may(ctx.actor, 'see_orders') ? counts : { ...counts, refunds: 0, reviews: 0, commissions: 0, payouts: 0 }
}

/** How many orders were paid after an instant (`as_of`); one more than `maxCounted` means more. */
export async function countNewlyPaid(ctx: Context, since: string): Promise<number> {
  requirePermission(ctx, 'ship_orders')
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::integer as count from (select from orders where paid_at > ${since}::timestamptz limit ${maxCounted + 1}) o`)
  return rows[0]?.count ?? 0
}

/** An order as who packs and ships it sees it: what goes to whom and where, and no money. */
export type Parcel = Omit<PackingSlip, 'lines'> &
  Pick<WholeOrder, 'promised_from' | 'promised_to' | 'late_at' | 'delivery_kind'> & {
    lines: Omit<WholeOrder['lines'][number], 'price' | 'order_id'>[]
    delivery: DeliveryRow | null
  }

/** The parcel of an order that is paid and on its way to its buyer, or came there in the last days. */
export async function getParcel(ctx: Context, id: string): Promise<Parcel> {
  requirePermission(ctx, 'ship_orders')
  const order = await readWork(ctx, id)
  return {
    ...only(order, columns),
    lines: order.lines.map(({ price: _, order_id: __, ...line }) => line),
    delivery: (await deliveriesOf(ctx, [order.id])).get(order.id) ?? null,
  }
}

const columns = [...slipColumns.keyof().options, ...(['promised_from', 'promised_to', 'late_at', 'delivery_kind'] as const)]
