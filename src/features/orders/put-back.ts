import type { Offer } from '#domain/cart.ts'
import { isUnpaid } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { listOffers } from '#features/catalogue/list-offers.ts'
import type { Context } from '#features/context.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'

/**
 * "Put the items back in my cart": gives up an order that still waits for its money, so that its own hold does not keep its pairs from the
 * buyer, and answers what the shelf then says about its lines. Problems: order_not_found, already_paid, order_closed.
 */
export async function putBack(ctx: Context, orderId: string): Promise<Offer[]> {
  const order = await getOrder(ctx, orderId)
  if (order.paid_at) throw new Problem('already_paid')
  if (isUnpaid(order.status)) await discardOrder(ctx, orderId)
  return listOffers(
    ctx,
    order.lines.map(({ product_id: id, size }) => ({ id, size })),
  )
}
