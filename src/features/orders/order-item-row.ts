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
  // Field by field: guests read these rows, and the order's query may select more.
  return order.lines.map(({ id, product_id, quantity, price, name, size, image_url }) => ({
    id,
    order_id: order.id,
    product_id,
    quantity,
    price,
    name,
    size,
    image_url,
  }))
}
