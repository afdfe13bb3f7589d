import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { toPayment, toRefund } from '#features/orders/get-order.ts'
import { itemsOf } from '#features/orders/order-item-row.ts'
import { iso, toOrderRow } from '#features/orders/order-row.ts'
import { readOrder } from '#features/orders/read-order.ts'

export type OrderDetail = Awaited<ReturnType<typeof getOrderRow>>

/**
 * One row of the table `orders` with its lines, its newest prompt and its story, as other clients read it.
 * Problem `order_not_found`, also for everybody who may not see it, and for a discarded one: to every reader it is deleted (decisions, Orders and payments).
 */
export async function getOrderRow(ctx: Context, id: string) {
  const order = await readOrder(ctx, id)
  if (order.discarded_at !== null) throw new Problem('order_not_found')
  return {
    ...toOrderRow(ctx, order),
    order_items: itemsOf(order),
    in_review: order.in_review,
    payment: toPayment(ctx, order),
    timeline: order.timeline.map(({ status, at }) => ({ status, at: iso(at) })),
    refunds: order.refunds.map(toRefund),
  }
}
