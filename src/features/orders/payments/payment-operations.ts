import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput, words } from '#core/input.ts'
import { exampleId, operation } from '#core/operation.ts'
import { isUuid } from '#core/page-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { OrderView } from '#domain/order-view.ts'
import { type AttemptState, closedByHand } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { attemptState, orderStatus as status } from '#features/orders/order-row.ts'
import { type AskedAttempt, queryPayment } from '#features/orders/payments/check-payments.ts'
import { completeRefund, refundInput } from '#features/orders/payments/complete-refund.ts'
import { failOrder } from '#features/orders/payments/pay-order.ts'
import { recordInput, recordPayment } from '#features/orders/payments/record-payment.ts'
import type { Settlement } from '#features/orders/payments/settle-payment.ts'

const paymentReviewInput = z.object({
  note: words('Write what you found.', 500).meta({
    description: 'What was found and done; it is kept in the audit log',
    example: 'M-Pesa shows no such payment.',
  }),
})

interface Attempt extends Record<string, unknown> {
  order_id: string | null
  state: AttemptState
  review_reason: string | null
  is_in_review: boolean
}

/**
 * Takes a payment out of the review queue, with the admin's finding. A payment without an outcome is closed: the shop asks M-Pesa about it no more, and its
 * order may be prompted again; money that comes for it all the same still counts. An admin who found money records it first. A payment that is not in the queue
 * does not change.
 */
export async function markPaymentReviewed(ctx: Context, attemptId: string, sent: unknown): Promise<{ id: string; state: AttemptState }> {
  requirePermission(ctx, 'take_payments')
  requireUser(ctx)
  const { note } = parseInput(paymentReviewInput, sent)
  if (!isUuid(attemptId)) throw new Problem('payment_not_found')
  return ctx.db.transaction(async (tx) => {
    const { rows: found } = await tx.execute<{ order_id: string | null }>(sql`select order_id from payment_attempts where id = ${attemptId}`)
    if (!found[0]) throw new Problem('payment_not_found')
    const order = await lockOrder(tx, found[0].order_id)
    const { rows } = await tx.execute<Attempt>(sql`
      select order_id, state, review_reason, needs_review_at is not null as is_in_review from payment_attempts where id = ${attemptId} for update`)
    const attempt = rows[0] as Attempt
    const isOpen = attempt.state !== 'paid' && attempt.state !== 'failed'
    if (!attempt.is_in_review) return { id: attemptId, state: attempt.state }
    await tx.execute(sql`update payment_attempts set needs_review_at = null, review_reason = null where id = ${attemptId}`)
    if (isOpen) {
      await tx.execute(sql`
        update payment_attempts set state = 'failed', settled_at = ${ctx.now}, next_check_at = null, result_code = ${closedByHand.code}, result_desc = 'Closed by hand'
        where id = ${attemptId}`)
      await failOrder(tx, ctx, order, 'Looked at: no payment was found')
    }
    const state = isOpen ? 'failed' : attempt.state
    await writeAudit(tx, ctx, {
      action: 'payment looked at',
      table: 'payment_attempts',
      id: attemptId,
      before: { state: attempt.state, reason: attempt.review_reason },
      after: { state, note, order_id: attempt.order_id },
    })
    return { id: attemptId, state }
  })
}

const may = 'take_payments'
const idOf = (what: string) => z.string(`Say which ${what}.`).meta({ format: 'uuid', example: exampleId })
const [order_id, attempt_id, refund_id] = ['order', 'payment', 'refund'].map(idOf) as [z.ZodString, z.ZodString, z.ZodString]

/** What admins do about payments, under the names of domain/order-acts.ts. */
export const paymentOperations = {
  ask: operation({
    ...{ may, call: 'POST /functions/ask-mpesa', summary: 'Ask M-Pesa what became of the prompts of an order' },
    ...{ input: z.object({ order_id }), example: { order_id: exampleId }, problems: ['order_not_found', 'nothing_to_ask'] },
    output: {
      answers: z.array(z.enum(['paid', 'failed', 'known', 'pending', 'review'])).meta({ description: 'One per prompt, the oldest first' }),
      status,
    },
    said: 'What M-Pesa said, and the status of the order now',
    async run(ctx, { order_id }) {
      const { answers, order } = await askMpesa(ctx, order_id)
      return { answers, status: order.status }
    },
  }),
  record: operation({
    ...{ may, call: 'POST /functions/record-payment', summary: 'Record a payment by its receipt' },
    description: 'For an admin who has seen the money: its receipt of M-Pesa, which counts once, or `cash`.',
    ...{ input: z.object({ order_id, ...recordInput.shape }), example: { order_id: exampleId, receipt: 'QKJ4XT81ZP' } },
    ...{ output: { status, mpesa_receipt_number: z.string().nullable() }, said: 'The order is paid' },
    problems: ['order_not_found', 'already_paid', 'order_locked', 'receipt_used', 'pairs_gone'],
    async run(ctx, { order_id, ...money }) {
      const { status, mpesa_receipt_number } = await recordPayment(ctx, order_id, money)
      return { status, mpesa_receipt_number }
    },
  }),
}

/** With a payment that a person has to look at. */
export const reviewOperations = {
  'looked-at': operation({
    ...{ may, call: 'POST /functions/payment-looked-at', summary: 'Take a payment off the desk' },
    description:
      'With what was found; the audit log keeps it. One without an outcome is closed as not paid; money that comes for it later still counts.',
    input: z.object({ attempt_id, ...paymentReviewInput.shape }),
    example: { attempt_id: exampleId, note: 'M-Pesa shows no such payment.' },
    ...{ output: { id: z.uuid(), state: attemptState }, said: 'It left the desk', problems: ['payment_not_found'] },
    run: (ctx, { attempt_id, ...sent }) => markPaymentReviewed(ctx, attempt_id, sent),
  }),
}

/** With money that has to go back. */
export const refundOperations = {
  'refund-done': operation({
    ...{ may, call: 'POST /functions/refund-done', summary: 'Write down that the money of a refund went back' },
    ...{ input: z.object({ refund_id, ...refundInput.shape }), example: { refund_id: exampleId, receipt: 'QKJ4XT81ZP' } },
    ...{ output: { id: z.uuid(), state: z.literal('done'), receipt: z.string() }, said: 'It left the list' },
    problems: ['refund_not_found', 'refund_settled', 'receipt_used'],
    run: (ctx, { refund_id, ...sent }) => completeRefund(ctx, refund_id, sent),
  }),
}

/** "Ask M-Pesa": asks now about every prompt of an order that is not paid and has an id to ask with. */
export async function askMpesa(ctx: Context, orderId: string): Promise<{ order: OrderView; answers: Settlement[] }> {
  requirePermission(ctx, 'take_payments')
  await getOrder(ctx, orderId)
  const { rows } = await ctx.db.execute<AskedAttempt & Record<string, unknown>>(sql`
    select id, checkout_request_id, checks, account_id from payment_attempts where order_id = ${orderId} and state <> 'paid' and checkout_request_id is not null order by created_at`)
  if (rows.length === 0) throw new Problem('nothing_to_ask')
  const answers: Settlement[] = []
  for (const attempt of rows) answers.push(await queryPayment(ctx, attempt))
  return { order: await getOrder(ctx, orderId), answers }
}
