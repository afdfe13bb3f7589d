import { z } from 'zod'
import type { ReplyLink } from '#domain/assistant.ts'
import { heldOrders, toReplyOrder } from '#features/chat/held-orders.ts'
import { ordersPath } from '#features/chat/paths.ts'
import { peopleOf } from '#features/chat/people.ts'
import type { Tool } from '#features/chat/tools.ts'
import type { Context } from '#features/context.ts'

const input = z.strictObject({})

/** Takes no id: the order, and the right to see it, come with the request and never from the model. */
export const orderStatusTool: Tool<typeof input> = {
  description:
    'Where the visitor’s own orders are, and what of their money goes back. It knows the order whose page they are on or whose link they pasted, and those placed in this browser.',
  input,
  run: async (ctx, _, visitor) => {
    const [order, ...others] = (await heldOrders(ctx, visitor)).map(toReplyOrder)
    if (order) {
      const facts = { order: factsOf(order), ...(others.length > 0 && { other_orders: others.map(factsOf) }) }
      return { facts, links: waysOn(ctx, order.code), order, others }
    }
    const why = visitor.order ? { not_found: 'No order opens with this link.' } : { needs: 'the link to the order' }
    return { facts: { ...why, where: whereLinksAre(ctx) }, links: waysOn(ctx) }
  },
}

function factsOf({ code, label, next, total, lines, refunds }: ReturnType<typeof toReplyOrder>) {
  return { code, status: label, next, total_ksh: total, lines, ...(refunds.length > 0 && { money_back: refunds }) }
}

/** Links to the account's orders, and to the shop's people. */
export function waysOn({ actor, services }: Pick<Context, 'actor' | 'services'>, code?: string): ReplyLink[] {
  const own: ReplyLink[] = actor.userId === null ? [] : [{ label: 'My Orders', href: ordersPath }]
  return [...own, ...peopleOf(services.shop, code && `this is about my order ${code}.`)]
}

/** Where buyers find the link to an order. */
export function whereLinksAre({ actor }: Pick<Context, 'actor'>): string {
  return actor.userId === null
    ? 'It is the address of the page you came to after Place Order. Copy it and paste it here.'
    : 'Your orders are in your dashboard, under My Orders.'
}
