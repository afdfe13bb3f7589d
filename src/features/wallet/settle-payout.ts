import { sql } from 'drizzle-orm'
import { violates } from '#db/errors.ts'
import { paidEffect } from '#domain/payout.ts'
import type { Context } from '#features/context.ts'
import { type LockedPayout, lockPayout } from '#features/wallet/lock-payout.ts'
import { openPayoutBreaker } from '#features/wallet/payout-breaker.ts'
import { recordPaid } from '#features/wallet/record-paid.ts'
import { releasePendingPayout } from '#features/wallet/release-pending-payout.ts'
import { reversePayout } from '#features/wallet/reverse-payout.ts'
import { queuePayoutReview, scheduleLookUp } from '#features/wallet/review-queue.ts'
import type { PayoutOutcome } from '#services/payments/payment-provider.ts'

export type PayoutSettlement = 'paid' | 'failed' | 'known' | 'pending' | 'review'

/**
 * Records the outcome of a payout, in one transaction with its effect on the wallet. Any number of times, in any order: paid is final and pays once; money that
 * moved after the shop thought it had not is recorded if the balance covers it, and goes into the review queue otherwise.
 */
export async function settlePayout(ctx: Context, id: string, news: PayoutOutcome): Promise<PayoutSettlement> {
  try {
    return await ctx.db.transaction((tx) => settle({ ...ctx, db: tx }, id, news))
  } catch (error) {
    if (!violates(error, 'affiliate_payouts_receipt_key')) throw error
    await ctx.db.transaction(async (tx) => {
      await lockPayout(tx, id)
      // Not under this receipt, which is booked: an admin finds the right one.
      await queuePayoutReview({ ...ctx, db: tx }, id, `The receipt ${news.receipt} already belongs to another payout`, { receipt: null })
    })
    return 'review'
  }
}

async function settle(ctx: Context, id: string, news: PayoutOutcome): Promise<PayoutSettlement> {
  const payout = await lockPayout(ctx.db, id)
  if (!payout) {
    ctx.log.error({ payout: id }, `${ctx.services.payments.name} tells of a payout that is not there`)
    return 'review'
  }
  if (news.outcome === 'paid') return settlePaid(ctx, payout, news)
  // A failure after the money has moved is no failure, and a known failure stays.
  if (payout.status !== 'processing') return 'known'
  if (news.outcome !== 'failed') {
    await scheduleLookUp(ctx, id)
    return 'pending'
  }
  if (news.stops) await openPayoutBreaker(ctx, news.stops, id)
  if (payout.hasUnrecordedPayment) {
    await queuePayoutReview(ctx, id, `Afterwards ${ctx.services.payments.name} said that it had failed: ${news.code}`)
    return 'review'
  }
  await keepWords(ctx, id, news)
  await reversePayout(ctx, payout, { to: 'failed', reason: news.sentence, by: null })
  return 'failed'
}

async function settlePaid(ctx: Context, payout: LockedPayout, news: PayoutOutcome): Promise<PayoutSettlement> {
  const effect = paidEffect(payout, news)
  const toDesk = async (reason: string) => {
    await queuePayoutReview(ctx, payout.id, reason, news)
    return 'review' as const
  }
  switch (effect.do) {
    case 'nothing':
      return 'known'
    case 'review':
      await toDesk(effect.reason)
      if (effect.ask) await scheduleLookUp(ctx, payout.id)
      return 'review'
    case 'record late':
      if (!(await releasePendingPayout(ctx, payout))) return toDesk(effect.otherwise)
  }
  await recordPaid(ctx, payout, { receipt: effect.receipt, by: null })
  await keepWords(ctx, payout.id, news)
  return 'paid'
}

async function keepWords(ctx: Context, id: string, { code, text }: PayoutOutcome) {
  await ctx.db.execute(sql`update affiliate_payouts set result_code = ${code}, result_desc = ${text.slice(0, 500)} where id = ${id}`)
}
