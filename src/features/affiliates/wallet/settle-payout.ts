import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { violates } from '#db/errors.ts'
import { paidEffect } from '#domain/payout.ts'
import { ensureBalanceCovers, type LockedPayout, lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { openPayoutBreaker } from '#features/affiliates/wallet/payout-breaker.ts'
import { recordPaid } from '#features/affiliates/wallet/record-paid.ts'
import { reversePayout } from '#features/affiliates/wallet/reverse-payout.ts'
import { queuePayoutReview, schedulePayoutQuery } from '#features/affiliates/wallet/review-queue.ts'
import type { PayoutOutcome } from '#services/payments/payment-provider.ts'

/** As `Settlement` of a payment (features/orders/payments/settle-payment.ts). */
type PayoutSettlement = 'paid' | 'failed' | 'known' | 'pending' | 'review'

/**
 * Records the outcome of a payout, in one transaction with its effect on the wallet. Any number of times, in any order: paid is final and pays once; money that
 * moved after the shop thought it had not is recorded if the balance covers it, and goes into the review queue otherwise.
 */
export async function settlePayout(ctx: Context, id: string, result: PayoutOutcome): Promise<PayoutSettlement> {
  try {
    return await ctx.db.transaction((tx) => settle({ ...ctx, db: tx }, id, result))
  } catch (error) {
    if (!violates(error, 'affiliate_payouts_receipt_key')) throw error
    await ctx.db.transaction(async (tx) => {
      await lockPayout(tx, id)
      // Not under this receipt, which is booked: an admin finds the right one.
      await queuePayoutReview({ ...ctx, db: tx }, id, `The receipt ${result.receipt} already belongs to another payout`, { receipt: null })
    })
    return 'review'
  }
}

async function settle(ctx: Context, id: string, result: PayoutOutcome): Promise<PayoutSettlement> {
  const payout = await lockPayout(ctx.db, id)
  if (!payout) {
    ctx.log.error({ payout: id }, `${ctx.services.payments.name} tells of a payout that is not there`)
    return 'review'
  }
  if (result.outcome === 'paid') return settlePaid(ctx, payout, result)
  // A failure after the money has moved is no failure, and a known failure stays.
  if (payout.status !== 'processing') return 'known'
  if (result.outcome !== 'failed') {
    await schedulePayoutQuery(ctx, id)
    return 'pending'
  }
  if (result.stops) await openPayoutBreaker(ctx, result.stops, id)
  if (payout.hasUnrecordedPayment) {
    await queuePayoutReview(ctx, id, `Afterwards ${ctx.services.payments.name} said that it had failed: ${result.code}`)
    return 'review'
  }
  await storeResult(ctx, id, result)
  await reversePayout(ctx, payout, { to: 'failed', reason: result.sentence, by: null })
  return 'failed'
}

async function settlePaid(ctx: Context, payout: LockedPayout, result: PayoutOutcome): Promise<PayoutSettlement> {
  const effect = paidEffect(payout, result)
  const toReview = async (reason: string) => {
    await queuePayoutReview(ctx, payout.id, reason, result)
    return 'review' as const
  }
  switch (effect.do) {
    case 'nothing':
      return 'known'
    case 'review':
      await toReview(effect.reason)
      if (effect.ask) await schedulePayoutQuery(ctx, payout.id)
      return 'review'
    case 'record late':
      if (!(await ensureBalanceCovers(ctx, payout))) return toReview(effect.otherwise)
  }
  await recordPaid(ctx, payout, { receipt: effect.receipt, by: null })
  await storeResult(ctx, payout.id, result)
  return 'paid'
}

/** The provider's own code and words, for people. */
async function storeResult(ctx: Context, id: string, { code, text }: PayoutOutcome) {
  await ctx.db.execute(sql`update affiliate_payouts set result_code = ${code}, result_desc = ${text.slice(0, 500)} where id = ${id}`)
}
