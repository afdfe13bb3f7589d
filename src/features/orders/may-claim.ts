import type { Context } from '#features/context.ts'
import { findOrder } from '#features/orders/read-order.ts'

/** Whether somebody who is signed in could put an order among their own (claim-order.ts): it was placed as a guest, and they have its key. */
export async function mayClaim(ctx: Context, id: string): Promise<boolean> {
  const { userId, orderKey } = ctx.actor
  if (userId === null || orderKey === null) return false
  return (await findOrder(ctx, id))?.user_id === null
}
