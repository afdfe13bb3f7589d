import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import type { Page } from '#core/page-of.ts'
import { only, selectOf } from '#core/select-of.ts'
import { type Bought, packersStatuses, summariseLines } from '#domain/open-work.ts'
import { may } from '#domain/roles.ts'
import { listWithin, type OrderFilter } from '#features/orders/list-orders.ts'
import { type OrderRow, orderRow } from '#features/orders/order-row.ts'
import { byZone, itsZone } from '#features/orders/riders/by-zone.ts'
import { type DeliveryRow, deliveriesOf } from '#features/orders/riders/list-deliveries.ts'

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

export const slipColumns = orderRow.pick({
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
