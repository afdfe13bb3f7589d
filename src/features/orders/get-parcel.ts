import { type Context, requirePermission } from '#core/context.ts'
import { only } from '#core/select-of.ts'
import { type PackingSlip, slipColumns } from '#features/orders/list-work.ts'
import { readWork, type WholeOrder } from '#features/orders/read-order.ts'
import type { DeliveryRow } from '#features/orders/riders/list-deliveries.ts'
import { deliveriesOf } from '#features/orders/riders/list-deliveries.ts'

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
