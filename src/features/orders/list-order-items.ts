import { type Context, requireUser } from '#features/context.ts'
import { itemsOf, type OrderItemRow } from '#features/orders/order-item-row.ts'
import { findOrder } from '#features/orders/read-order.ts'

/**
 * The lines of an order, for its owner, an admin, the bearer of its key, or who has opened its short link. Asking for another order's, for a deleted one's or for none's answers no lines:
 * there is nothing to learn from it. Problem `signed_out` for who is nobody and has neither.
 */
export async function listOrderItems(ctx: Context, orderId: string): Promise<OrderItemRow[]> {
  if (!ctx.actor.isAdmin && ctx.actor.orderKey === null && ctx.actor.opened.length === 0) requireUser(ctx)
  const order = await findOrder(ctx, orderId)
  return order && order.discarded_at === null ? itemsOf(order) : []
}
