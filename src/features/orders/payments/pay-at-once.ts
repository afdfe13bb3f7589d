import { sql } from 'drizzle-orm'
import { arrayOf, asManyAs, batched } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { violates } from '#db/errors.ts'
import { toShillings } from '#domain/money.ts'
import { paymentMoves, unpaidStatuses } from '#domain/order.ts'
import { accountOf } from '#features/orders/mpesa-account/account-of.ts'
import { paidNote } from '#features/orders/payments/pay-order.ts'
import { mayBeOutgoing } from '#features/orders/payments/receipts.ts'
import type { StoredCallback } from '#features/orders/payments/receive-callback.ts'
import { paymentClashes } from '#features/orders/payments/settle-payment.ts'
import { logMove, type MovedOrder, type OrderToMove, transitionOrders } from '#features/orders/transition-order.ts'

interface PaidPrompt extends OrderToMove {
  attemptId: string
  callbackId: number
  checkoutRequestId: string
  receipt: string
  amount: number
  code: string
  text: string
}

/**
 * What nearly every callback says: the whole amount was paid, for an order that waits for it. One statement locks the order, then the attempt, and writes both,
 * the event, the notices and the callback's mark. Returns false, and has written nothing, in every other case: then `processCallback` decides,
 * step by step under the same locks. A referred order is such a case, because its commission follows in the same transaction, and an order that is locked: nobody waits for another's.
 */
export async function payAtOnce(ctx: Context, attemptId: string, { id: callbackId, orderId, accountId, text }: StoredCallback): Promise<boolean> {
  const callback = accountOf(ctx, accountId).provider.readCallback(text)
  if (orderId === null || callback?.result.outcome !== 'paid') return false
  const { externalId: checkoutRequestId, result } = callback
  const { receipt, amount, code } = result
  if (receipt === null || amount === null) return false
  const paid = { receipt, amount: toShillings(amount), code, text: result.text.slice(0, 500) }
  try {
    const moved = await pay(ctx, { orderId, actorId: ctx.actor.userId, attemptId, callbackId, checkoutRequestId, ...paid })
    if (moved) logMove(ctx, orderId, paymentMoves.paid)
    return moved !== null
  } catch (error) {
    if (paymentClashes.some((constraint) => violates(error, constraint))) return false
    throw error
  }
}

const byOrder = ({ orderId }: PaidPrompt) => orderId
const pay = batched<PaidPrompt, MovedOrder>({ atOnce: 1, most: 8, again: 1, id: byOrder, apart: byOrder }, (ctx, asked) => {
  // The order is locked before its receipt, as in `settlePayment`: PostgreSQL chooses the order of conditions, but not that of a case.
  const onlyAfter = sql`
    with paid as (
      select * from unnest(${arrayOf(asked, 'attemptId')}::uuid[], ${arrayOf(asked, 'checkoutRequestId')}::text[], ${arrayOf(asked, 'receipt')}::text[], ${arrayOf(asked, 'amount')}::numeric[],
        ${arrayOf(asked, 'code')}::text[], ${arrayOf(asked, 'text')}::text[]) as paid (attempt_id, checkout_request_id, receipt, amount, code, text) ${asManyAs(asked)}
    )
    update payment_attempts a set state = 'paid', settled_at = ${ctx.now}, result_code = paid.code, result_desc = paid.text,
      receipt = paid.receipt, checkout_request_id = paid.checkout_request_id, next_check_at = null, needs_review_at = null, review_reason = null
    from paid, before b
    where a.id = paid.attempt_id and a.amount = paid.amount and a.state in ('created', 'accepted', 'unknown')
      and coalesce(a.checkout_request_id, paid.checkout_request_id) = paid.checkout_request_id
      and b.id = a.order_id and b.status = any(${`{${unpaidStatuses.join(',')}}`}::text[]) and b.discarded_at is null and b.affiliate_id is null
      and case when a.id = paid.attempt_id and b.id = a.order_id and b.paid_at is null then not ${mayBeOutgoing(sql`paid.receipt`)} end
    returning a.order_id, true as moves`
  // A job that has taken the callback meanwhile finds the payment known; waiting for that job could be a deadlock. It asks for the outcome: for
  // `processed_at is null` the planner would take the index of waiting callbacks, and read all of it.
  const also = sql`
    with stored as (select * from unnest(${arrayOf(asked, 'callbackId')}::bigint[], ${arrayOf(asked, 'orderId')}::uuid[]) as stored (id, order_id) ${asManyAs(asked)})
    update callbacks set processed_at = ${ctx.now}, outcome = 'paid'
    where id = any(array(select c.id from stored join moved on moved.id = stored.order_id join callbacks c on c.id = stored.id where c.outcome is null for update of c skip locked))`
  return transitionOrders(ctx, asked, paymentMoves.paid, { locked: 'skip', paid: true, note: paidNote(ctx), onlyAfter, also })
})
