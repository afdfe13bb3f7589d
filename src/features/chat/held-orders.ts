import type { ReplyOrder } from '#domain/assistant.ts'
import { statusLabel } from '#domain/order.ts'
import { nextStep } from '#domain/order-story.ts'
import type { Visitor } from '#features/chat/visitor.ts'
import { type Context, withOrderKey } from '#features/context.ts'
import { consumeAll } from '#features/limits/rate-limit.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { findOrder, type WholeOrder } from '#features/orders/read-order.ts'

/** How many of an account's orders an answer looks at. */
const newest = 3

/**
 * The orders a visitor asks about, of those the visitor may see: the one they named or whose page they are on; else those placed in their browser, or their
 * account's, newest first, without drafts. Problem `too_many` for a visitor who has tried many.
 */
export async function heldOrders(ctx: Context, { order, kept, countedBy }: Visitor): Promise<WholeOrder[]> {
  const held = order ? [order] : kept.length > 0 ? kept : await ownOrders(ctx)
  if (held.length === 0) return []
  await consumeAll(ctx, { chat_order_visitor: countedBy, chat_order_address: ctx.actor.address })
  const found: WholeOrder[] = []
  for (const { id, key } of held) {
    const opened = await findOrder(withOrderKey(ctx, key), id)
    if (opened && (order || opened.discarded_at === null)) found.push(opened)
  }
  return found
}

async function ownOrders(ctx: Context): Promise<{ id: string; key: null }[]> {
  const { userId } = ctx.actor
  if (userId === null) return []
  const { data } = await listOrders(ctx, { user_id: userId, limit: newest })
  return data.map(({ id }) => ({ id, key: null }))
}

/** The facts of an order that an answer may state to a visitor who may see it. */
export function toReplyOrder(order: WholeOrder): ReplyOrder {
  return {
    code: order.short_code,
    status: order.status,
    label: statusLabel(order.status),
    next: nextStep({ ...order, discarded: order.discarded_at !== null }),
    total: Number(order.total_amount),
    lines: order.lines.map(({ name, size, quantity }) => ({ name, size, quantity })),
    refunds: order.refunds.map(({ amount, done_at, receipt }) => ({ amount, done_at, receipt })),
  }
}
