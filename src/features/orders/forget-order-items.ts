import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { readOrder } from '#features/orders/read-order.ts'

/**
 * The last call of the specification's failure path. Lines go with their order: once it is discarded they are gone for every reader, and there is nothing
 * left to do. Problems: order_not_found, order_stands.
 */
export async function forgetOrderItems(ctx: Context, orderId: string): Promise<void> {
  const order = await readOrder(ctx, orderId)
  if (order.discarded_at === null) throw new Problem('order_stands')
}
