import { z } from 'zod'
import { fromShillings } from '#domain/money.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { read, shillings, words } from '#features/input.ts'
import { itemsOf, type OrderItemRow } from '#features/orders/order-item-row.ts'
import { readOrder } from '#features/orders/read-order.ts'

export const orderItemsInput = z
  .array(
    z.object({
      order_id: z.uuid('This is no order.'),
      product_id: z.uuid('This is no product.'),
      size: words('Write the size.', 20).optional().meta({ description: 'Which one, where an order has two sizes of a product' }),
      quantity: z.int('Write a whole number.').min(1, 'Write at least 1.').max(9999, 'This is too much.'),
      price: shillings.meta({ description: 'KSh for one pair, after discount', example: 4500 }),
    }),
  )
  .min(1, 'Send the lines of an order.')
  .max(50, 'An order has at most 50 lines.')
  .refine((lines) => new Set(lines.map((line) => line.order_id)).size <= 1, 'Send the lines of one order.')

/**
 * The second of the specification's three calls. The order was written with its lines, so there is nothing left to write: equal lines answer the rows.
 * Problems: bad_input, order_not_found, lines_differ.
 */
export async function confirmOrderItems(ctx: Context, sent: unknown): Promise<OrderItemRow[]> {
  const lines = read(orderItemsInput, sent)
  const order = await readOrder(ctx, (lines[0] as { order_id: string }).order_id)
  if (order.discarded_at !== null) throw new Problem('order_not_found')
  const rows = itemsOf(order)
  if (!areEqual(lines, rows)) throw new Problem('lines_differ')
  return rows
}

function areEqual(lines: z.output<typeof orderItemsInput>, rows: OrderItemRow[]): boolean {
  const left = [...rows]
  // Lines that name their size first: the others take what is left.
  for (const line of [...lines].sort((a, b) => Number(a.size === undefined) - Number(b.size === undefined))) {
    const place = left.findIndex(
      (row) =>
        row.product_id === line.product_id.toLowerCase() &&
        row.quantity === line.quantity &&
        fromShillings(row.price) === fromShillings(line.price) &&
        (line.size === undefined || line.size === row.size),
    )
    if (place < 0) return false
    left.splice(place, 1)
  }
  return left.length === 0
}
