import { sql } from 'drizzle-orm'
import { type Context, requireUser } from '#core/context.ts'
import type { Offer } from '#domain/cart.ts'
import { isUnpaid } from '#domain/order.ts'
import type { OrderLine, OrderView } from '#domain/order-view.ts'
import { Problem } from '#domain/problem.ts'
import { listOffers } from '#features/catalogue/get-product.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { readOrder, rightTo } from '#features/orders/read-order.ts'

declare module '#core/context.ts' {
  interface Effects {
    /** A buyer claimed an order that came by their own link. Throws `order_taken` where its commission cannot be given up any more. */
    orderClaimed(ctx: Context, orderId: string, userId: string): Promise<void>
  }
}

/**
 * Moves an order that was placed as a guest to the caller's own orders; its key gives the right to it, or its short link once it is paid. Claiming twice
 * changes nothing more. A buyer's own purchase earns the buyer no commission (decisions, Affiliates and wallet). Problems: signed_out, order_not_found,
 * order_taken; `forbidden` by the short link of an unpaid order: its number may be mistyped, and the rights of a link sent there must not outlive the
 * correction.
 */
export async function claimOrder(ctx: Context, id: string): Promise<OrderView> {
  const { userId } = requireUser(ctx)
  const order = await readOrder(ctx, id)
  if (rightTo(ctx, order) === 'link' && order.paid_at === null) throw new Problem('forbidden')
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ affiliate_id: string | null }>(sql`
      update orders set user_id = ${userId} where id = ${id} and (user_id is null or user_id = ${userId}) returning affiliate_id`)
    if (rows.length === 0) throw new Problem('order_taken')
    if (rows[0]?.affiliate_id === userId) await ctx.services.effects.orderClaimed({ ...ctx, db: tx }, id, userId)
  })
  return getOrder(ctx, id)
}

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
