import { sql } from 'drizzle-orm'
import { violates } from '#db/errors.ts'
import type { Cents } from '#domain/money.ts'
import { paidEffect } from '#domain/payout.ts'
import { payoutOutcome } from '#domain/payout-outcome.ts'
import type { Context } from '#features/context.ts'
import { type LockedPayout, lockPayout } from '#features/wallet/lock-payout.ts'
import { openPayoutBreaker } from '#features/wallet/payout-breaker.ts'
import { recordPaid } from '#features/wallet/record-paid.ts'
import { releasePendingPayout } from '#features/wallet/release-pending-payout.ts'
import { reversePayout } from '#features/wallet/reverse-payout.ts'
import { lookSoon, queuePayoutReview } from '#features/wallet/review-queue.ts'

/** What M-Pesa tells about a payout, by its result or when it was looked up. */
export interface PayoutNews {
  /** A ResultCode (domain/payout.ts); `0` means paid. */
  resultCode: string
  resultDesc: string
  /** Null where M-Pesa names none that can be read. */
  receipt: string | null
  /** Null where M-Pesa names none. */
  amount: Cents | null
}
export type PayoutSettlement = 'paid' | 'failed' | 'known' | 'pending' | 'review'

/**
 * Records the outcome of a payout, in one transaction with what it does to the wallet. Any number of times, in any order: paid is final and pays once;
 * money that moved after we thought it had not is written down if the balance holds it, and lies on a person's desk otherwise.
 */
export async function settlePayout(ctx: Context, id: string, news: PayoutNews): Promise<PayoutSettlement> {
  try {
    return await ctx.db.transaction((tx) => settle({ ...ctx, db: tx }, id, news))
  } catch (error) {
    if (!violates(error, 'affiliate_payouts_receipt_key')) throw error
    await ctx.db.transaction(async (tx) => {
      await lockPayout(tx, id)
      // Not under this receipt, which is booked: a person finds the right one.
      await queuePayoutReview({ ...ctx, db: tx }, id, `The receipt ${news.receipt} already belongs to another payout`, { receipt: null })
    })
    return 'review'
  }
}

async function settle(ctx: Context, id: string, news: PayoutNews): Promise<PayoutSettlement> {
  const payout = await lockPayout(ctx.db, id)
  if (!payout) {
    ctx.log.error({ payout: id }, 'M-Pesa tells of a payout that is not there')
    return 'review'
  }
  const { outcome, sentence, stops } = payoutOutcome(news.resultCode)
  if (outcome === 'paid') return settlePaid(ctx, payout, news)
  // A failure after the money has moved is no failure, and one that is known stays.
  if (payout.status !== 'processing') return 'known'
  if (outcome === 'unknown') {
    await lookSoon(ctx, id)
    return 'pending'
  }
  if (stops) await openPayoutBreaker(ctx, stops, id)
  if (payout.hasUnrecordedPayment) {
    await queuePayoutReview(ctx, id, `Afterwards M-Pesa said that it had failed: ${news.resultCode}`)
    return 'review'
  }
  await keepWords(ctx, id, news)
  await reversePayout(ctx, payout, { to: 'failed', reason: sentence, by: null })
  return 'failed'
}

async function settlePaid(ctx: Context, payout: LockedPayout, news: PayoutNews): Promise<PayoutSettlement> {
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
      if (effect.ask) await lookSoon(ctx, payout.id)
      return 'review'
    case 'record late':
      if (!(await releasePendingPayout(ctx, payout))) return toDesk(effect.otherwise)
  }
  await recordPaid(ctx, payout, { receipt: effect.receipt, by: null })
  await keepWords(ctx, payout.id, news)
  return 'paid'
}

async function keepWords(ctx: Context, id: string, { resultCode, resultDesc }: PayoutNews) {
  await ctx.db.execute(sql`update affiliate_payouts set result_code = ${resultCode}, result_desc = ${resultDesc.slice(0, 500)} where id = ${id}`)
}
