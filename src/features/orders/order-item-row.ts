import { z } from 'zod'
import type { WholeOrder } from '#features/orders/read-order.ts'

/** A row of the table `order_items` (spec §3), as sold. */
export const orderItemRow = z.object({
  id: z.uuid(),
  order_id: z.uuid(),
  product_id: z.uuid(),
  quantity: z.int(),
  price: z.number().meta({ description: 'KSh for one pair, as sold' }),
  name: z.string(),
  size: z.string(),
  image_url: z.string().nullable(),
})
export type OrderItemRow = z.infer<typeof orderItemRow>

/** The lines of one order. */
export function itemsOf(order: WholeOrder): OrderItemRow[] {
  return order.lines.map((line) => ({ ...line, order_id: order.id }))
}
