import type { Context } from '#features/context.ts'
import { findOrder } from '#features/orders/read-order.ts'

/** Whether an order could be put among somebody's own (claim-order.ts): it was placed as a guest, and whoever asks has its key. */
export async function mayClaim(ctx: Context, id: string): Promise<boolean> {
  return ctx.actor.orderKey !== null && (await findOrder(ctx, id))?.user_id === null
}
