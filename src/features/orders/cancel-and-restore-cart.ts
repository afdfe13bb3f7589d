import { isUnpaid } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { buyAgain, type LinesAgain } from '#features/orders/buy-again.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'

/**
 * "Put the items back in my cart": cancels an order that still waits for its money, so that its hold does not keep the pairs from the buyer, and answers its
 * lines as `buyAgain` does. Problems: order_not_found, already_paid, order_closed.
 */
export async function cancelAndRestoreCart(ctx: Context, orderId: string): Promise<LinesAgain> {
  const order = await getOrder(ctx, orderId)
  if (order.paid_at) throw new Problem('already_paid')
  if (isUnpaid(order.status)) await discardOrder(ctx, orderId)
  return buyAgain(ctx, orderId)
}
