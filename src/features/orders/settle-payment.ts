import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { type AttemptState, resultOf } from '#domain/payment.ts'
import type { Context } from '#features/context.ts'
import { failOrder } from '#features/orders/fail-order.ts'
import { type LockedOrder, lockOrder } from '#features/orders/lock-order.ts'
import { payOrder } from '#features/orders/pay-order.ts'
import { givenUp, noAmount, sendToReview, wrongAmount } from '#features/orders/send-to-review.ts'

const anotherPrompt = 'The answer names another prompt'

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
    const clash = Object.keys(clashes).find((constraint) => violates(error, constraint))
    if (!clash) throw error
    await sendToReview(ctx, attemptId, clashes[clash] as string, { final: true })
    return 'review'
  }
}

const clashes: Record<string, string> = {
  payment_attempts_receipt_key: 'The receipt already belongs to another payment',
  orders_mpesa_receipt_number_key: 'The receipt already belongs to another payment',
  payment_attempts_checkout_request_id_key: anotherPrompt,
  orders_checkout_request_id_key: anotherPrompt,
}

async function settle(tx: Database, ctx: Context, attemptId: string, news: PaymentNews): Promise<Settlement> {
  const { rows: found } = await tx.execute<{ order_id: string | null }>(sql`select order_id from payment_attempts where id = ${attemptId}`)
  if (!found[0]) return 'review'
  const order = await lockOrder(tx, found[0].order_id)
  const attempt = await lockAttempt(tx, attemptId)
  if (news.checkoutRequestId && attempt.checkoutRequestId && news.checkoutRequestId !== attempt.checkoutRequestId) {
    await sendToReview({ ...ctx, db: tx }, attemptId, anotherPrompt)
    return 'review'
  }
  const { outcome } = resultOf(news.resultCode)
  if (attempt.state === 'paid') return outcome === 'paid' ? fillReceipt(tx, ctx, { id: attemptId, receipt: attempt.receipt }, order, news) : 'known'
  if (outcome === 'pending') return 'pending'
  // A failure that is already recorded stays; money after a failure is still money.
  if (outcome === 'failed' && attempt.state === 'failed') {
    await tx.execute(sql`update payment_attempts set next_check_at = null where id = ${attemptId}`)
    return 'known'
  }
  if (outcome === 'paid' && !news.receipt && order?.isRecorded) {
    // Without a receipt nobody can tell this money from the payment that an admin recorded: one of the two would go back for nothing.
    await sendToReview({ ...ctx, db: tx }, attemptId, 'Paid, says M-Pesa; compare with the payment recorded by hand', { final: true })
    return 'review'
  }

  await tx.execute(sql`
    update payment_attempts set state = ${outcome}, settled_at = ${ctx.now}, result_code = ${news.resultCode}, result_desc = ${news.resultDesc.slice(0, 500)},
      receipt = coalesce(${news.receipt}, receipt), checkout_request_id = coalesce(checkout_request_id, ${news.checkoutRequestId}), next_check_at = null,
      needs_review_at = case when ${outcome} = 'failed' and ${moneyWasClaimed(attemptId)} then coalesce(needs_review_at, ${ctx.now}) end,
      review_reason = case when ${outcome} = 'failed' and ${moneyWasClaimed(attemptId)} then review_reason end
    where id = ${attemptId}`)
  if (outcome === 'failed') {
    await failOrder(tx, ctx, order, `M-Pesa: ${news.resultDesc}`)
    return 'failed'
  }
  await payOrder(tx, ctx, order, { id: attemptId, checkoutRequestId: attempt.checkoutRequestId ?? news.checkoutRequestId, receipt: news.receipt })
  return 'paid'
}

/** A callback has told of money, though not enough to believe it: a failure that is told now leaves that on a person's desk. */
function moneyWasClaimed(attemptId: string): SQL {
  return sql`exists (select from callbacks c where c.attempt_id = ${attemptId} and c.outcome in (${noAmount}, ${wrongAmount}, ${givenUp}))`
}

interface LockedAttempt {
  state: AttemptState
  checkoutRequestId: string | null
  receipt: string | null
}

async function lockAttempt(tx: Database, attemptId: string): Promise<LockedAttempt> {
  const { rows } = await tx.execute<LockedAttempt & Record<string, unknown>>(
    sql`select state, checkout_request_id as "checkoutRequestId", receipt from payment_attempts where id = ${attemptId} for update`,
  )
  return rows[0] as LockedAttempt
}

/** A payment that only a query had told of gets its receipt from the callback that comes later. */
async function fillReceipt(
  tx: Database,
  ctx: Context,
  attempt: { id: string; receipt: string | null },
  order: LockedOrder | null,
  news: PaymentNews,
): Promise<Settlement> {
  if (!news.receipt || news.receipt === attempt.receipt) return 'known'
  if (attempt.receipt) {
    await sendToReview({ ...ctx, db: tx }, attempt.id, `M-Pesa names a second receipt: ${news.receipt}`, { final: true })
    return 'review'
  }
  await tx.execute(sql`update payment_attempts set receipt = ${news.receipt} where id = ${attempt.id}`)
  if (order) {
    await tx.execute(sql`
      update orders set mpesa_receipt_number = ${news.receipt} where id = ${order.id} and mpesa_receipt_number is null and paid_at is not null
        and not exists (select from refunds r where r.attempt_id = ${attempt.id})`)
  }
  return 'known'
}
