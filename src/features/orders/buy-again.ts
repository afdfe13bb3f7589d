import type { Context } from '#core/context.ts'
import type { Offer } from '#domain/cart.ts'
import { isUnpaid } from '#domain/order.ts'
import type { OrderLine } from '#domain/order-view.ts'
import { Problem } from '#domain/problem.ts'
import { listOffers } from '#features/catalogue/get-product.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'

/** What a cart needs to hold an order's lines again. */
interface LinesAgain {
  /** As they were bought. */
  lines: OrderLine[]
  /** The shop's present offers for these lines; a product that the shop no longer has gets none. */
  offers: Offer[]
}

/** "Buy again": an order's lines at the prices of today; the order stays as it is. */
export async function buyAgain(ctx: Context, orderId: string): Promise<LinesAgain> {
  const { lines } = await getOrder(ctx, orderId)
  return {
    lines,
    offers: await listOffers(
      ctx,
      lines.map(({ product_id: id, size }) => ({ id, size })),
    ),
  }
}

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
