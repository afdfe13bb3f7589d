import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { getOrderRow, type OrderDetail } from '#features/orders/get-order.ts'
import { withDraftKey } from '#features/orders/order-draft.ts'
import { findOrder, type WholeOrder } from '#features/orders/read-order.ts'
import { carrierFields } from '#features/orders/riders/write-delivery.ts'

/** Where another program cancels an order without saying why. */
const noReason = 'No reason was given.'

export const orderChanges = z.object({
  status: optionalWords(40).meta({ description: 'An admin: the status to reach. The buyer: awaiting_payment', example: 'shipped' }),
  checkout_request_id: z.string('Enter a text.').max(200).nullish().meta({ description: 'What mpesa-stk-push answered' }),
  reason: optionalWords(500)
    .optional()
    .meta({ description: `Why an order is cancelled; without one, "${noReason}"` }),
  restock: z.boolean('Write true or false.').optional().meta({ description: 'Whether the pairs of a shipped order that is cancelled are back' }),
  ...carrierFields,
})

/**
 * `PATCH orders` of spec §7 has two callers. An admin takes one of the actions. The buyer's client reports the answer of mpesa-stk-push, which the shop has
 * stored itself: if it is the same, the row is the answer, and the buyer can set nothing else (decisions, Money and prices).
 */
export async function updateOrder(ctx: Context, id: string, sent: unknown): Promise<OrderDetail> {
  const held = await withDraftKey(ctx, id)
  const order = await findOrder(held, id)
  if (!order) throw new Problem('order_not_found')
  const input = parseInput(orderChanges, sent)
  if (may(ctx.actor, 'change_orders') && input.checkout_request_id === undefined)
    await changeStatus(ctx, id, input.status === 'cancelled' ? { ...input, reason: input.reason || noReason } : input)
  else if (!(await saysTheSame(ctx, input, order))) throw new Problem('server_decides', { detail: 'the status and the request of an order' })
  return getOrderRow(held, id)
}

/** Whether it names a prompt of the order, in any state by now: a callback may have been faster than M-Pesa's reply, which then moves no order. */
async function saysTheSame({ db }: Context, input: z.output<typeof orderChanges>, order: WholeOrder): Promise<boolean> {
  if (input.status !== 'awaiting_payment') return false
  const request = input.checkout_request_id ?? null
  // M-Pesa's reply was lost, and the client has no id to report.
  if (request === null) return order.checkout_request_id === null && order.timeline.some(({ status }) => status === 'awaiting_payment')
  const { rowCount } = await db.execute(sql`select from payment_attempts where order_id = ${order.id} and checkout_request_id = ${request}`)
  return rowCount === 1
}
