import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { parseInput, words } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { type AttemptState, closedByHand } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { failOrder } from '#features/orders/payments/fail-order.ts'

export const paymentReviewInput = z.object({
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
