import type { Context } from '#core/context.ts'
import { isUnpaid } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { buyAgain, type LinesAgain } from '#features/orders/buy-again.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'

/**
 * A buyer cancels an order: "Put the items back in my cart". It still waits for its money and is discarded (discard-order.ts), so that its hold does not keep the
 * pairs from the buyer; answers its lines as `buyAgain` does. An admin cancels an order in change-status.ts; both release its pairs by release-stock.ts.
 */
export async function cancelAndRestoreCart(ctx: Context, orderId: string): Promise<LinesAgain> {
  const order = await getOrder(ctx, orderId)
  if (order.paid_at) throw new Problem('already_paid')
  if (isUnpaid(order.status)) await discardOrder(ctx, orderId)
  return buyAgain(ctx, orderId)
}
