import { z } from 'zod'

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
