import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import { paymentMoves } from '#domain/order.ts'
import { type AttemptState, resultOf, whatPaymentDoes } from '#domain/payment.ts'
import type { Context } from '#features/context.ts'
import { type LockedOrder, lockOrder } from '#features/orders/lock-order.ts'
import { moveOrder } from '#features/orders/move-order.ts'
import { retakeStock } from '#features/orders/release-stock.ts'

/** What M-Pesa, or an admin who has seen the receipt, says about an attempt. */
export interface PaymentNews {
  resultCode: string
  resultDesc: string
  receipt: string | null
  checkoutRequestId: string | null
}

/** `paid` and `failed` were recorded now; `known` changed nothing; `pending` is no outcome; `review` is for a person to look at. */
export type Settlement = 'paid' | 'failed' | 'known' | 'pending' | 'review'

/**
 * Records the outcome of an attempt and what it does to its order, in one transaction. Any number of times, in any order: paid is final,
 * a failure after it is ignored, money is never dropped (spec §4 Checkout; decisions, Orders and payments).
 */
export async function settlePayment(ctx: Context, attemptId: string, news: PaymentNews): Promise<Settlement> {
  try {
    return await ctx.db.transaction((tx) => settle(tx, ctx, attemptId, news))
  } catch (error) {
    if (!violates(error, 'payment_attempts_receipt_key') && !violates(error, 'orders_mpesa_receipt_number_key')) throw error
    await sendToReview(ctx, attemptId, 'The receipt already belongs to another payment')
    return 'review'
  }
}

async function settle(tx: Database, ctx: Context, attemptId: string, news: PaymentNews): Promise<Settlement> {
  const { rows: found } = await tx.execute<{ order_id: string | null }>(sql`select order_id from payment_attempts where id = ${attemptId}`)
  if (!found[0]) return 'review'
  const order = await lockOrder(tx, found[0].order_id)
  const attempt = await lockAttempt(tx, attemptId)
  if (news.checkoutRequestId && attempt.checkoutRequestId && news.checkoutRequestId !== attempt.checkoutRequestId) {
    await sendToReview({ ...ctx, db: tx }, attemptId, 'The answer names another prompt')
    return 'review'
  }
  const { outcome } = resultOf(news.resultCode)
  if (attempt.state === 'paid') return outcome === 'paid' ? fillReceipt(tx, attemptId, order, news) : 'known'
  if (outcome === 'pending') return 'pending'
  // A failure that is already recorded stays; money after a failure is still money.
  if (outcome === 'failed' && attempt.state === 'failed') return 'known'

  await tx.execute(sql`
    update payment_attempts set state = ${outcome}, settled_at = ${ctx.now}, result_code = ${news.resultCode}, result_desc = ${news.resultDesc.slice(0, 500)},
      receipt = coalesce(${news.receipt}, receipt), checkout_request_id = coalesce(checkout_request_id, ${news.checkoutRequestId}), next_check_at = null,
      needs_review_at = null, review_reason = null
    where id = ${attemptId}`)
  if (outcome === 'failed') {
    await failOrder(tx, ctx, order, news)
    return 'failed'
  }
  await payOrder(tx, ctx, order, { id: attemptId, amount: attempt.amount, receipt: news.receipt })
  return 'paid'
}

interface LockedAttempt {
  state: AttemptState
  amount: Cents
  checkoutRequestId: string | null
}

async function lockAttempt(tx: Database, attemptId: string): Promise<LockedAttempt> {
  const { rows } = await tx.execute<{ state: AttemptState; amount: string; checkout_request_id: string | null }>(
    sql`select state, amount, checkout_request_id from payment_attempts where id = ${attemptId} for update`,
  )
  const row = rows[0] as (typeof rows)[number]
  return { state: row.state, amount: fromShillings(row.amount), checkoutRequestId: row.checkout_request_id }
}

/** A payment that only a query had told of gets its receipt from the callback that comes later. */
async function fillReceipt(tx: Database, attemptId: string, order: LockedOrder | null, news: PaymentNews): Promise<Settlement> {
  if (!news.receipt) return 'known'
  await tx.execute(sql`update payment_attempts set receipt = ${news.receipt} where id = ${attemptId} and receipt is null`)
  if (order) {
    await tx.execute(sql`
      update orders set mpesa_receipt_number = ${news.receipt} where id = ${order.id} and mpesa_receipt_number is null and paid_at is not null
        and not exists (select from refunds r where r.attempt_id = ${attemptId})`)
  }
  return 'known'
}

async function failOrder(tx: Database, ctx: Context, order: LockedOrder | null, news: PaymentNews) {
  if (!order) return
  const { rows } = await tx.execute(
    sql`select from payment_attempts where order_id = ${order.id} and state in ('created', 'accepted', 'unknown') limit 1`,
  )
  // A younger prompt is still open: the order waits for that one.
  if (rows.length > 0) return
  await moveOrder(tx, ctx, order.id, paymentMoves.failed, { note: `M-Pesa: ${news.resultDesc}`.slice(0, 500) })
}

async function payOrder(tx: Database, ctx: Context, order: LockedOrder | null, attempt: { id: string; amount: Cents; receipt: string | null }) {
  if (!order) return refund(tx, ctx, null, attempt, 'late_payment')
  const paid = { paid: true, receipt: attempt.receipt, note: 'M-Pesa confirmed the payment' }
  switch (whatPaymentDoes(order)) {
    case 'pay':
      await moveOrder(tx, ctx, order.id, paymentMoves.paid, paid)
      return
    case 'revive':
      if (await retakeStock(tx, ctx, order.id))
        await moveOrder(tx, ctx, order.id, paymentMoves.paid, { ...paid, note: 'Paid late; the pairs were still there' })
      else await refund(tx, ctx, order.id, attempt, 'late_payment')
      return
    case 'prove':
      await tx.execute(sql`update orders set payment_assumed = false, mpesa_receipt_number = ${attempt.receipt} where id = ${order.id}`)
      return
    case 'refund_double':
      return refund(tx, ctx, order.id, attempt, 'double_payment')
    case 'refund_cancelled':
      return refund(tx, ctx, order.id, attempt, 'cancelled')
  }
}

async function refund(tx: Database, ctx: Context, orderId: string | null, attempt: { id: string; amount: Cents }, reason: string) {
  await tx.execute(sql`
    insert into refunds (order_id, attempt_id, amount, reason, created_at)
    select ${orderId}::uuid, id, amount, ${reason}, ${ctx.now} from payment_attempts where id = ${attempt.id} on conflict (attempt_id) do nothing`)
}

/** Puts an attempt on a person's desk. Not a failure: it stays payable. */
export async function sendToReview(ctx: Context, attemptId: string, reason: string): Promise<void> {
  await ctx.db.execute(sql`
    update payment_attempts set needs_review_at = coalesce(needs_review_at, ${ctx.now}), review_reason = ${reason} where id = ${attemptId} and state <> 'paid'`)
  ctx.log.warn({ attempt: attemptId, reason }, 'payment needs a look')
}
