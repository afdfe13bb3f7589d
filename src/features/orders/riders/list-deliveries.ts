import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, isUuid, type Page, type Paging, pageOf, pageSize } from '#core/page-of.ts'
import { instant, selectOf } from '#core/select-of.ts'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'

/** A row of `deliveries`, without its code, which is the buyer's. */
export const deliveryRow = z.object({
  order_id: z.uuid(),
  courier: z.string().nullable(),
  parcel_number: z.string().nullable(),
  rider: z
    .object({ id: z.uuid(), name: z.string().nullable(), phone: z.string().nullable() })
    .nullable()
    .meta({ description: 'Who brings it, on one day; name and phone are forgotten after 90 days' }),
  wrong_tries: z.int().meta({ description: 'Codes that were wrong, at most five' }),
  on_the_way_at: instant.nullable(),
  handed_over_at: instant.nullable().meta({ description: 'By the rider, for the code' }),
  failed_at: instant.nullable(),
  failed_reason: z.string().nullable().meta({ description: 'Why the rider could not hand it over' }),
  created_at: instant,
})
export type DeliveryRow = z.infer<typeof deliveryRow>

interface DeliveryFilter extends Paging {
  order_id?: string | undefined
  rider_day_id?: string | undefined
}

/** Deliveries, newest first. */
export async function listDeliveries(ctx: Context, filter: DeliveryFilter): Promise<Page<DeliveryRow>> {
  requirePermission(ctx, 'ship_orders')
  const size = pageSize(filter)
  const wanted = [behind(filter, sql`d.created_at`, sql`d.order_id`)]
  if (filter.order_id) wanted.push(sql`d.order_id = ${filter.order_id}`)
  if (filter.rider_day_id) wanted.push(sql`d.rider_day_id = ${filter.rider_day_id}`)
  const rows = await read(ctx.db, sql`${sql.join(wanted, sql` and `)} order by d.created_at desc, d.order_id desc limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: withoutKey(row), key: [row.key, row.order_id] })),
    size,
  )
}

/** The delivery of an order. */
export async function getDelivery(ctx: Context, orderId: string): Promise<DeliveryRow> {
  requirePermission(ctx, 'ship_orders')
  const [row] = isUuid(orderId) ? await read(ctx.db, sql`d.order_id = ${orderId}`) : []
  if (!row) throw new Problem('delivery_not_found')
  return withoutKey(row)
}

/** By order; orders that were never shipped are not in it. */
export async function deliveriesOf({ db }: Pick<Context, 'db'>, orders: string[]): Promise<Map<string, DeliveryRow>> {
  const rows = await read(db, sql`d.order_id = any(${`{${orders.join(',')}}`}::uuid[])`)
  return new Map(rows.map((row) => [row.order_id, withoutKey(row)]))
}

async function read(db: Database, which: SQL): Promise<(DeliveryRow & { key: string })[]> {
  const rider = sql`case when r.id is not null then json_build_object('id', r.id, 'name', r.name, 'phone', r.phone) end`
  const { rows } = await db.execute<DeliveryRow & { key: string }>(sql`
    select ${selectOf(deliveryRow, 'd', { rider })}, d.created_at as key from deliveries d left join rider_days r on r.id = d.rider_day_id where ${which}`)
  return rows
}

const withoutKey = ({ key: _, ...row }: DeliveryRow & { key: string }): DeliveryRow => row

/** SQL: the zone of the order `o` as it is now, beside what the order was promised: zones may be renamed, and put in another order. */
export const itsZone = sql`left join delivery_zones z on lower(z.name) = lower(o.delivery_zone)`

/** SQL: the order of a round, zone by zone, then by place. Orders from before there were zones come last. */
export const byZone = sql`z.position nulls last, o.delivery_zone nulls last, o.delivery_place nulls last`
