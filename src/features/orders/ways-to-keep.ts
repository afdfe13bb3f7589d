import type { Context } from '#features/context.ts'
import { shortLinkTo } from '#features/orders/open-short-link.ts'
import { findOrder, rightTo } from '#features/orders/read-order.ts'

/** How whoever looks at an order may keep it. */
export interface WaysToKeep {
  /** It could be put among somebody's own (claim-order.ts): it was placed as a guest, and they have its key, or its short link once it is paid. */
  mayClaim: boolean
  /** The path of the short link that opened it, where nothing else did: such a page holds no key of the order, because a key works for ever. */
  link: string | null
}

export async function waysToKeep(ctx: Context, id: string): Promise<WaysToKeep> {
  const order = await findOrder(ctx, id)
  const right = order && rightTo(ctx, order)
  if (!order || !right) return { mayClaim: false, link: null }
  const byLink = right === 'link'
  const isProof = ctx.actor.orderKey !== null || (byLink && order.paid_at !== null)
  return { mayClaim: order.user_id === null && isProof, link: byLink ? shortLinkTo(ctx, order) : null }
}
