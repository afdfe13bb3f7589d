import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { retryTransient } from '#core/transactions.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { actionTo, hasLeftShop, type OrderAction, type OrderStatus, orderActions, statusLabel } from '#domain/order.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { getOrderRow, type OrderDetail } from '#features/orders/get-order.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { withDraftKey } from '#features/orders/order-draft.ts'
import { orderStatus } from '#features/orders/order-row.ts'
import { findOrder, readWork, type WholeOrder } from '#features/orders/read-order.ts'
import { carrierFields, carrierOf, changeCarrier, writeDelivery } from '#features/orders/riders/write-delivery.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'

export const statusInput = z.object({
  /** The status to reach: one of the targets of `orderActions`. */
  status: z.string().refine((status) => actionTo(status) !== null, 'No action leads to this status.'),
  /** Why; the form asks for it when an order is cancelled. */
  reason: z.string().trim().max(500).optional(),
  /** Whether pairs that left the shop are back on the shelf; the form asks only when a shipped order is cancelled. */
  restock: z.boolean().optional(),
  /** Of an order that is shipped; without them it is shipped all the same. */
  ...carrierFields,
})

/** What an order has become; no money, for those who see none. */
interface Moved {
  status: OrderStatus
  short_code: string
  /** It had been cancelled before. */
  unchanged?: true
}

/**
 * An admin's action on an order (spec §4), or a packer's to ship and to deliver, such as to cancel it: one guarded UPDATE and one event. Cancelling before shipping returns the stock (release-stock.ts);
 * cancelling after it returns the stock only when `restock` is true. Money that was paid goes to the refund list (complete-refund.ts). A buyer cancels an unpaid
 * order in cancel-and-restore-cart.ts.
 */
export async function changeStatus(ctx: Context, orderId: string, sent: unknown): Promise<Moved> {
  requirePermission(ctx, 'ship_orders')
  const input = parseInput(statusInput, sent)
  const action = actionTo(input.status) as OrderAction
  requirePermission(ctx, orderActions[action].needs)
  const carrier = carrierOf(input)
  if (carrier && action !== 'ship') throw new Problem('bad_input', { fields: { status: 'A courier or a rider goes with an order that is shipped.' } })
  const before = await readWork(ctx, orderId)
  const unchanged = await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    // The second cancel changes nothing and is no error (decisions, Orders and payments).
    if (order?.status === 'cancelled' && action === 'cancel') return true
    if (action === 'cancel' && !input.reason) throw new Problem('bad_input', { fields: { reason: 'Say why the order is cancelled.' } })
    const move = orderActions[action]
    if (order?.isToAgree && hasLeftShop(move.to) && (move.from as readonly OrderStatus[]).includes(order.status))
      throw new Problem('delivery_to_agree')
    const done = await transitionOrder(tx, ctx, orderId, move, {
      reason: input.reason,
      ...(action === 'cancel' && order && (input.restock || !hasLeftShop(order.status)) && { releases: 'Order cancelled' }),
      ...(action === 'confirm' && { paid: true, assumed: true, note: 'Payment assumed' }),
    })
    // Sent again with a carrier that the first one did not name.
    if (!done && (await isOwnMove(tx, ctx, orderId, move.to))) {
      if (carrier) await changeCarrier(tx, ctx, orderId, carrier)
      return false
    }
    if (!done) throw new Problem('order_locked', { detail: statusLabel(order?.status ?? before.status) })
    if (action === 'ship') await writeDelivery(tx, ctx, orderId, carrier)
    if (action === 'cancel') await refundPayments(tx, ctx, orderId)
    await writeAudit(tx, ctx, {
      action: `order ${action}`,
      table: 'orders',
      id: orderId,
      before: { status: order?.status },
      after: { status: input.status, ...carrier },
    })
    return false
  })
  const { status, short_code } = await readWork(ctx, orderId)
  return { status, short_code, ...(unchanged && { unchanged }) }
}

/** Whether this very admin has already moved the order to this status: the same press again, because its first answer was lost. */
async function isOwnMove(tx: Database, { actor }: Context, orderId: string, to: OrderStatus): Promise<boolean> {
  const { rows } = await tx.execute<{ is_own: boolean }>(sql`
    select to_status = ${to} and actor_id = ${actor.userId}::uuid as is_own from order_events where order_id = ${orderId} order by id desc limit 1`)
  return rows[0]?.is_own === true
}

async function refundPayments(tx: Database, ctx: Context, orderId: string) {
  await tx.execute(sql`
    insert into refunds (order_id, attempt_id, amount, reason, created_at)
    select order_id, id, amount, 'cancelled', ${ctx.now} from payment_attempts where order_id = ${orderId} and state = 'paid'
    on conflict (attempt_id) do nothing`)
}

/** The orders of an act on several. */
export const orderIds = z
  .array(z.uuid("We don't know this order."), 'Say which orders.')
  .min(1, 'Say which orders.')
  .max(100, 'At most 100 at once.')
  .transform((ids) => [...new Set(ids)])
  .meta({ description: 'At most 100' })

export const ordersChanges = z.object({
  ids: orderIds,
  status: z.enum(['confirmed', 'shipped', 'delivered'], 'Write confirmed, shipped or delivered.'),
  courier: carrierFields.courier,
  rider_day_id: carrierFields.rider_day_id,
})

/** What became of one of them: its status now, or why it stayed as it was. */
export const orderOutcome = z.object({
  id: z.uuid(),
  status: orderStatus.nullable(),
  short_code: z.string().nullable(),
  code: z.string().nullable(),
  error: z.string().nullable().meta({ description: 'Why it stayed as it was' }),
})
export type OrderOutcome = z.infer<typeof orderOutcome>

/**
 * An admin confirms, ships or delivers several orders, or a packer ships or delivers them, each for itself: the refusal of one does not stop the others. Every change is written to the audit log.
 */
export async function changeOrders(ctx: Context, sent: unknown): Promise<OrderOutcome[]> {
  requirePermission(ctx, 'ship_orders')
  requireUser(ctx)
  const { ids, ...change } = parseInput(ordersChanges, sent)
  requirePermission(ctx, orderActions[actionTo(change.status) as OrderAction].needs)
  carrierOf(change)
  return outcomesOf(ids, (id) => changeStatus(ctx, id, change))
}

/** Does one thing to each order; a refusal is its outcome. Usually one after the other: commissions of one affiliate would only wait for each other. */
export async function outcomesOf(ids: string[], act: (id: string) => Promise<Moved>, atOnce = 1): Promise<OrderOutcome[]> {
  const outcomes: OrderOutcome[] = []
  for (let at = 0; at < ids.length; at += atOnce) outcomes.push(...(await Promise.all(ids.slice(at, at + atOnce).map((id) => outcomeOf(id, act)))))
  return outcomes
}

async function outcomeOf(id: string, act: (id: string) => Promise<Moved>): Promise<OrderOutcome> {
  try {
    const { status, short_code } = await retryTransient(() => act(id))
    return { id, status, short_code, code: null, error: null }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { id, status: null, short_code: null, code: error.code, error: error.message }
  }
}

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
