import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { instant } from '#core/row-fields.ts'
import { only } from '#core/select-of.ts'
import { Problem } from '#domain/problem.ts'
import { toPayment } from '#features/orders/get-order.ts'
import { orderItemRow } from '#features/orders/order-item-row.ts'
import { attemptState, orderRefund, orderRow, orderStep, toOrderRow } from '#features/orders/order-row.ts'
import { readOrder, type WholeOrder } from '#features/orders/read-order.ts'

export const orderDetail = orderRow.extend({
  order_items: z.array(orderItemRow),
  in_review: z.boolean().meta({ description: 'A person looks at a prompt whose outcome M-Pesa has not reported, or not proved' }),
  payment: z
    .object({
      state: attemptState,
      phone: z.string(),
      amount: z.number(),
      result_code: z.string().nullable(),
      sentence: z.string().nullable().meta({ description: 'What became of the prompt, in plain words' }),
      requested_at: instant,
      may_retry: z.boolean(),
      may_change_number: z.boolean().meta({ description: 'A prompt to another number may take the place of this one at once' }),
      retry_at: instant.nullable(),
    })
    .nullable()
    .meta({ description: 'The current prompt, or the one that paid' }),
  timeline: z.array(orderStep),
  refunds: z.array(orderRefund).meta({
    description: 'Money for it that goes back to the buyer; to the number that paid it; `done_at` once it did, with the receipt of that',
  }),
})
export type OrderDetail = z.infer<typeof orderDetail>

/**
 * One row of the table `orders` with its lines, its newest prompt and its events, as other clients read it. Problem `order_not_found`, also for a caller who
 * may not see it, and for a discarded order: to every reader it is deleted (decisions, Orders and payments).
 */
export async function getOrderRow(ctx: Context, id: string): Promise<OrderDetail> {
  const order = await readOrder(ctx, id)
  if (order.discarded_at !== null) throw new Problem('order_not_found')
  return toOrderDetail(ctx, order)
}

export function toOrderDetail(ctx: Context, order: WholeOrder): OrderDetail {
  return {
    ...toOrderRow(ctx, order),
    order_items: order.lines,
    payment: toPayment(ctx, order),
    ...only(order, ['in_review', 'timeline', 'refunds']),
  }
}
