import type { Context } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { findDraft, withDraftKey } from '#features/orders/order-draft.ts'
import { findOrder } from '#features/orders/read-order.ts'

/**
 * The last call of the specification's failure path. Lines go with their order: once the order is discarded no reader sees them, and there is nothing left to
 * do. The same holds for a draft, which has no lines.
 */
export async function forgetOrderItems(ctx: Context, orderId: string): Promise<void> {
  const held = await withDraftKey(ctx, orderId)
  const order = await findOrder(held, orderId)
  if (order === null && (await findDraft(held, orderId)) === null) throw new Problem('order_not_found')
  if (order?.discarded_at === null) throw new Problem('order_stands')
}
