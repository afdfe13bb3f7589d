import { z } from 'zod'
import type { ReplyLink, ReplyOrder } from '#domain/assistant.ts'
import { statusLabel } from '#domain/order.ts'
import { inReview, mayStillBePaid, nextSteps, refusePrompt } from '#domain/order-story.ts'
import { ordersPath } from '#features/chat/paths.ts'
import type { Tool } from '#features/chat/tools.ts'
import type { Visitor } from '#features/chat/visitor.ts'
import { type Context, withOrderKey } from '#features/context.ts'
import { takeTurns } from '#features/limits/take-turn.ts'
import { findOrder, type WholeOrder } from '#features/orders/read-order.ts'

const input = z.strictObject({})

/** Takes no id: which order it is about, and by what right, comes with the request and never from a model. */
export const orderStatusTool: Tool<typeof input> = {
  description: 'Where the visitor’s own order is. It only works when the visitor is on the page of the order or has pasted its link.',
  input,
  run: async (ctx, _, visitor) => {
    const links: ReplyLink[] = ctx.actor.userId === null ? [] : [{ label: 'My Orders', href: ordersPath }]
    if (!visitor.order) return { facts: { needs: 'the link to the order', where: whereLinksAre(ctx) }, links }
    const order = await heldOrder(ctx, visitor)
    if (!order) return { facts: { not_found: 'No order opens with this link.', where: whereLinksAre(ctx) }, links }
    const { code, label, next, total, lines } = order
    return { facts: { order: { code, status: label, next, total_ksh: total, lines } }, links, order }
  },
}

/** Where people find the link to an order. */
export function whereLinksAre({ actor }: Pick<Context, 'actor'>): string {
  return actor.userId === null
    ? 'It is the address of the page you came to after Place Order. Copy it and paste it here.'
    : 'Your orders are in your dashboard, under My Orders.'
}

/** Problem `too_many` for whoever tries many. Null without the order's key, for everybody but its owner. */
async function heldOrder(ctx: Context, { order: held, countedBy }: Visitor): Promise<ReplyOrder | null> {
  if (!held) return null
  await takeTurns(ctx, { chat_order_visitor: countedBy, chat_order_address: ctx.actor.address })
  const order = await findOrder(withOrderKey(ctx, held.key), held.id)
  if (!order) return null
  return {
    code: order.short_code,
    status: order.status,
    label: statusLabel(order.status),
    next: nextOf(order),
    total: Number(order.total_amount),
    lines: order.lines.map(({ name, size, quantity }) => ({ name, size, quantity })),
  }
}

function nextOf(order: WholeOrder): string {
  const { discarded_at, in_review, paid_at, status } = order
  if (status === 'cancelled' && mayStillBePaid(order)) return `It was cancelled. ${refusePrompt}`
  if (in_review && paid_at === null) return `${inReview.title} ${inReview.next}`
  return discarded_at === null ? nextSteps[status] : 'It was not placed and waits for no payment.'
}
