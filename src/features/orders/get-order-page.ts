import type { Context } from '#core/context.ts'
import type { OrderView } from '#domain/order-view.ts'
import { toOrderView } from '#features/orders/get-order.ts'
import { shortLinkTo } from '#features/orders/open-short-link.ts'
import { readOrder, rightTo } from '#features/orders/read-order.ts'

/** An order with the ways in which this visitor may keep it. */
export interface OrderPageData {
  order: OrderView
  /** The visitor may claim it for their account (claim-order.ts): it was placed as a guest, and they have its key, or its short link once it is paid. */
  mayClaim: boolean
  /** The path of the short link that opened it, where nothing else did: such a page holds no key of the order, because a key works for ever. */
  link: string | null
}

/** Problem `order_not_found`, also for visitors who may not see it. */
export async function getOrderPage(ctx: Context, id: string): Promise<OrderPageData> {
  const order = await readOrder(ctx, id)
  const byLink = rightTo(ctx, order) === 'link'
  const isProof = ctx.actor.orderKey !== null || (byLink && order.paid_at !== null)
  return { order: toOrderView(ctx, order), mayClaim: order.user_id === null && isProof, link: byLink ? shortLinkTo(ctx, order) : null }
}
