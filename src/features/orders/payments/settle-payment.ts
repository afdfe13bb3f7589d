import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { AttemptState } from '#domain/payment.ts'
import { type LockedOrder, lockOrder } from '#features/orders/lock-order.ts'
import { passTest } from '#features/orders/mpesa-account/try-mpesa-account.ts'
import { failOrder, payOrder } from '#features/orders/payments/pay-order.ts'
import { givenUp, noAmount, queuePaymentReview, wrongAmount } from '#features/orders/payments/payment-review-queue.ts'
import { isReceiptOfOutgoing } from '#features/orders/payments/receipts.ts'
import type { PaymentOutcome } from '#services/payments/payment-provider.ts'

const anotherPrompt = 'The answer names another prompt'

/** `paid` and `failed` were recorded now; `known` changed nothing; `pending` is no outcome; `review` is in the review queue. */
export type Settlement = 'paid' | 'failed' | 'known' | 'pending' | 'review'

/**
 * Records the outcome of an attempt and its effect on the order, in one transaction. Any number of times, in any order: paid is final, a failure after it is
 * ignored, money is never dropped (spec §4 Checkout; decisions, Orders and payments).
 */
export async function settlePayment(ctx: Context, attemptId: string, result: PaymentOutcome, externalId: string | null): Promise<Settlement> {
  try {
    return await ctx.db.transaction((tx) => settle(tx, ctx, attemptId, result, externalId))
  } catch (error) {
    const clash = paymentClashes.find((constraint) => violates(error, constraint))
    if (!clash) throw error
    await queuePaymentReview(ctx, attemptId, clashes[clash] as string, { final: true })
    return 'review'
  }
}

const clashes: Record<string, string> = {
  payment_attempts_receipt_key: 'The receipt already belongs to another payment',
  orders_mpesa_receipt_number_key: 'The receipt already belongs to another payment',
  payment_attempts_checkout_request_id_key: anotherPrompt,
  orders_checkout_request_id_key: anotherPrompt,
}
/** The constraints by which a payment can contradict another one. */
export const paymentClashes = Object.keys(clashes)

async function settle(tx: Database, ctx: Context, attemptId: string, result: PaymentOutcome, externalId: string | null): Promise<Settlement> {
  const { rows: found } = await tx.execute<{ order_id: string | null }>(sql`select order_id from payment_attempts where id = ${attemptId}`)
  if (!found[0]) return 'review'
  const order = await lockOrder(tx, found[0].order_id)
  const attempt = await lockAttempt(tx, attemptId)
  if (externalId && attempt.checkoutRequestId && externalId !== attempt.checkoutRequestId) {
    await queuePaymentReview({ ...ctx, db: tx }, attemptId, anotherPrompt)
    return 'review'
  }
  const { outcome, receipt } = result
  // What an admin has typed as the code of money that went out was the code of this payment: a person compares the two.
  if (outcome === 'paid' && receipt && receipt !== attempt.receipt && (await isReceiptOfOutgoing(tx, receipt))) {
    await queuePaymentReview({ ...ctx, db: tx }, attemptId, 'The receipt already belongs to a refund or a payout', { final: true })
    return 'review'
  }
  if (attempt.state === 'paid')
    return outcome === 'paid' ? fillReceipt(tx, ctx, { id: attemptId, receipt: attempt.receipt }, order, receipt) : 'known'
  if (outcome === 'pending' || outcome === 'unclear') return 'pending'
  // A failure that is already recorded stays; money after a failure is still money.
  if (outcome === 'failed' && attempt.state === 'failed') {
    await tx.execute(sql`update payment_attempts set next_check_at = null where id = ${attemptId}`)
    return 'known'
  }
  if (outcome === 'paid' && !receipt && order?.isRecorded) {
    // Without a receipt an admin cannot tell this money from the payment that an admin recorded: one of the two would be refunded by mistake.
    await queuePaymentReview({ ...ctx, db: tx }, attemptId, `Paid, says ${ctx.services.payments.name}; compare with the payment recorded by hand`, {
      final: true,
    })
    return 'review'
  }

  await tx.execute(sql`
    update payment_attempts set state = ${outcome}, settled_at = ${ctx.now}, result_code = ${result.code}, result_desc = ${result.text.slice(0, 500)},
      receipt = coalesce(${receipt}, receipt), checkout_request_id = coalesce(checkout_request_id, ${externalId}), next_check_at = null,
      needs_review_at = case when ${outcome} = 'failed' and ${moneyWasClaimed(attemptId)} then coalesce(needs_review_at, ${ctx.now}) end,
      review_reason = case when ${outcome} = 'failed' and ${moneyWasClaimed(attemptId)} then review_reason end
    where id = ${attemptId}`)
  if (outcome === 'failed') {
    await failOrder(tx, ctx, order, `${ctx.services.payments.name}: ${result.text}`)
    return 'failed'
  }
  const paid = { id: attemptId, checkoutRequestId: attempt.checkoutRequestId ?? externalId, receipt }
  if (attempt.tests) await passTest(tx, ctx, paid, attempt.tests)
  else await payOrder(tx, ctx, order, paid)
  return 'paid'
}

/** A callback has reported money without enough proof: a failure that comes now leaves the attempt in the review queue. */
function moneyWasClaimed(attemptId: string): SQL {
  return sql`exists (select from callbacks c where c.attempt_id = ${attemptId} and c.outcome in (${noAmount}, ${wrongAmount}, ${givenUp}))`
}

interface LockedAttempt {
  state: AttemptState
  checkoutRequestId: string | null
  receipt: string | null
  /** The account that this prompt tries. */
  tests: string | null
}

async function lockAttempt(tx: Database, attemptId: string): Promise<LockedAttempt> {
  const { rows } = await tx.execute<LockedAttempt & Record<string, unknown>>(sql`
    select state, checkout_request_id as "checkoutRequestId", receipt, case when source = 'test' then account_id end as tests
    from payment_attempts where id = ${attemptId} for update`)
  return rows[0] as LockedAttempt
}

/** A payment that was known from a query only gets its receipt from the callback that comes later. */
async function fillReceipt(
  tx: Database,
  ctx: Context,
  attempt: { id: string; receipt: string | null },
  order: LockedOrder | null,
  receipt: string | null,
): Promise<Settlement> {
  if (!receipt || receipt === attempt.receipt) return 'known'
  if (attempt.receipt) {
    await queuePaymentReview({ ...ctx, db: tx }, attempt.id, `${ctx.services.payments.name} names a second receipt: ${receipt}`, { final: true })
    return 'review'
  }
  await tx.execute(sql`update payment_attempts set receipt = ${receipt} where id = ${attempt.id}`)
  if (order) {
    await tx.execute(sql`
      update orders set mpesa_receipt_number = ${receipt} where id = ${order.id} and mpesa_receipt_number is null and paid_at is not null
        and not exists (select from refunds r where r.attempt_id = ${attempt.id})`)
  }
  return 'known'
}
