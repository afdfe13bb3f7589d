import { type Context, requirePermission } from '#features/context.ts'
import type { DeliveryRow } from '#features/delivery/list-deliveries.ts'
import { deliveriesOf } from '#features/delivery/list-deliveries.ts'
import type { PackingSlip } from '#features/orders/list-work.ts'
import { readWork, type WholeOrder } from '#features/orders/read-order.ts'
import { iso } from '#features/row-fields.ts'

/** An order as who packs and ships it sees it: what goes to whom and where, and no money. */
export type Parcel = Omit<PackingSlip, 'lines'> &
  Pick<WholeOrder, 'promised_from' | 'promised_to' | 'late_at' | 'delivery_kind'> & {
    lines: Omit<WholeOrder['lines'][number], 'price'>[]
    delivery: DeliveryRow | null
  }

/** The parcel of an order that is paid and on its way to its buyer, or came there in the last days. Problems: signed_out, forbidden, order_not_found. */
export async function getParcel(ctx: Context, id: string): Promise<Parcel> {
  requirePermission(ctx, 'ship_orders')
  const order = await readWork(ctx, id)
  const { short_code, status, customer_name, customer_phone, delivery_address, delivery_option, delivery_zone, delivery_place } = order
  const { receiver_name, receiver_phone, promised_from, promised_to, delivery_to_agree, delivery_point, address_place } = order
  return {
    ...{ id: order.id, short_code, status, customer_name, customer_phone, delivery_address, delivery_option, delivery_zone, delivery_place },
    ...{ receiver_name, receiver_phone, promised_from, promised_to, delivery_to_agree, delivery_point, address_place },
    delivery_kind: order.delivery_kind,
    late_at: order.late_at && iso(order.late_at),
    created_at: iso(order.created_at),
    packed_at: order.packed_at && iso(order.packed_at),
    lines: order.lines.map(({ price: _, ...line }) => line),
    delivery: (await deliveriesOf(ctx, [order.id])).get(order.id) ?? null,
  }
}
