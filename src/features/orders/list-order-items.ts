import { type Context, requireUser } from '#core/context.ts'
import { may } from '#domain/roles.ts'
import type { OrderItemRow } from '#features/orders/order-item-row.ts'
import { findOrder } from '#features/orders/read-order.ts'

/**
 * The lines of an order, for its owner, an admin, the bearer of its key, or a browser that has opened its short link. A request for the lines of another
 * person's order, of a deleted one or of none answers no lines: the caller can learn nothing from it. Problem `signed_out` for a caller with no session, key or
 * link.
 */
export async function listOrderItems(ctx: Context, orderId: string): Promise<OrderItemRow[]> {
  if (!may(ctx.actor, 'see_orders') && ctx.actor.orderKey === null && ctx.actor.opened.length === 0) requireUser(ctx)
  const order = await findOrder(ctx, orderId)
  return order && order.discarded_at === null ? order.lines : []
}
