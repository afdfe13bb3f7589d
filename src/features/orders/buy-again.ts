import type { Context } from '#core/context.ts'
import type { Offer } from '#domain/cart.ts'
import type { OrderLine } from '#domain/order-view.ts'
import { listOffers } from '#features/catalogue/list-offers.ts'
import { getOrder } from '#features/orders/get-order.ts'

/** What a cart needs to hold an order's lines again. */
export interface LinesAgain {
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
