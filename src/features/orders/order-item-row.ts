import type { WholeOrder } from '#features/orders/read-order.ts'

export type OrderItemRow = ReturnType<typeof itemsOf>[number]

/** The rows of `order_items` (spec §3) of one order, as sold; `price` in KSh for one pair after discount. */
export function itemsOf(order: WholeOrder) {
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
