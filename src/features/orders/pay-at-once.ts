import { sql } from 'drizzle-orm'
import { violates } from '#db/errors.ts'
import { toShillings } from '#domain/money.ts'
import { paymentMoves, unpaidStatuses } from '#domain/order.ts'
import type { Context } from '#features/context.ts'
import { accountOf } from '#features/mpesa-account/account-of.ts'
import { paidDetails } from '#features/orders/pay-order.ts'
import { paymentClashes } from '#features/orders/settle-payment.ts'
import type { StoredCallback } from '#features/orders/store-callback.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'
import { mayBeOutgoing } from '#features/refuse-known-receipt.ts'

/**
 * What nearly every callback says: the whole amount was paid, for an order that waits for it. One statement locks the order, then the attempt, and writes both,
 * the event, the notices and the callback's mark. Answers false, and has written nothing, in every other case: then `processCallback` decides, step by step
 * under the same locks. A referred order is such a case, because its commission follows in the same transaction.
 */
export async function payAtOnce(ctx: Context, attemptId: string, { id, orderId, accountId, text }: StoredCallback): Promise<boolean> {
  const callback = accountOf(ctx, accountId).provider.readCallback(text)
  if (orderId === null || callback?.result.outcome !== 'paid') return false
  const { externalId, result } = callback
  if (result.receipt === null || result.amount === null) return false
  // The order is locked before its receipt, as in `settlePayment`: PostgreSQL chooses the order of conditions, but not that of a case.
  const onlyAfter = sql`
    update payment_attempts set state = 'paid', settled_at = ${ctx.now}, result_code = ${result.code}, result_desc = ${result.text.slice(0, 500)},
      receipt = ${result.receipt}, checkout_request_id = ${externalId}, next_check_at = null, needs_review_at = null, review_reason = null
    where id = ${attemptId} and amount = ${toShillings(result.amount)} and state in ('created', 'accepted', 'unknown')
      and coalesce(checkout_request_id, ${externalId}) = ${externalId}
      and case when exists (select from before) then not ${mayBeOutgoing(result.receipt)} end
      and order_id = (select b.id from before b where b.status = any(${`{${unpaidStatuses.join(',')}}`}::text[]) and b.paid_at is null and b.discarded_at is null and b.affiliate_id is null)
    returning true as moves`
  // A job that has taken the callback meanwhile finds the payment known; waiting for that job could be a deadlock.
  const also = sql`
    update callbacks set processed_at = ${ctx.now}, outcome = 'paid'
    where id = (select c.id from callbacks c, moved where c.id = ${id} and c.processed_at is null for update of c skip locked)`
  try {
    return await transitionOrder(ctx.db, ctx, orderId, paymentMoves.paid, {
      ...paidDetails(ctx, { checkoutRequestId: externalId, receipt: result.receipt }),
      onlyAfter,
      also,
    })
  } catch (error) {
    if (paymentClashes.some((constraint) => violates(error, constraint))) return false
    throw error
  }
}
