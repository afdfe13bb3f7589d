import { sql } from 'drizzle-orm'
import { violates } from '#db/errors.ts'
import type { Cents } from '#domain/money.ts'
import { payoutOutcome } from '#domain/payout.ts'
import type { Context } from '#features/context.ts'
import { giveBack } from '#features/wallet/give-back.ts'
import { type LockedPayout, lockPayout } from '#features/wallet/lock-payout.ts'
import { lookSoon, sendPayoutToReview } from '#features/wallet/payout-desk.ts'
import { recordPaid } from '#features/wallet/record-paid.ts'
import { stopPayouts } from '#features/wallet/stop-payouts.ts'

/** What M-Pesa tells about a payout, by its result or when it was looked up. */
export interface PayoutNews {
  /** A ResultCode (domain/payout.ts); `0` means paid. */
  resultCode: string
  resultDesc: string
  receipt: string | null
  /** Absent where M-Pesa names none. */
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
    await sendPayoutToReview(ctx, id, `The receipt ${news.receipt} already belongs to another payout`)
    return 'review'
  }
}

async function settle(ctx: Context, id: string, news: PayoutNews): Promise<PayoutSettlement> {
  const payout = await lockPayout(ctx.db, id)
  if (!payout) return 'review'
  const { outcome, sentence, stops } = payoutOutcome(news.resultCode)
  if (outcome === 'paid') return settlePaid(ctx, payout, news)
  // A failure after the money has moved is no failure, and one that is known stays.
  if (payout.status !== 'processing') return 'known'
  if (outcome === 'unknown') {
    await lookSoon(ctx, id)
    return 'pending'
  }
  await ctx.db.execute(
    sql`update affiliate_payouts set result_code = ${news.resultCode}, result_desc = ${news.resultDesc.slice(0, 500)} where id = ${id}`,
  )
  await giveBack(ctx, payout, { to: 'failed', reason: sentence, by: null })
  if (stops) await stopPayouts(ctx, stops, id)
  return 'failed'
}

async function settlePaid(ctx: Context, payout: LockedPayout, { receipt, amount, resultCode, resultDesc }: PayoutNews): Promise<PayoutSettlement> {
  const toDesk = async (reason: string) => {
    await sendPayoutToReview(ctx, payout.id, reason)
    return 'review' as const
  }
  if (payout.status === 'completed') {
    return receipt === null || receipt === payout.receipt ? 'known' : toDesk(`M-Pesa names a second receipt: ${receipt}`)
  }
  if (amount !== null && amount !== payout.amount) return toDesk('M-Pesa names another amount than the payout’s')
  if (receipt === null) {
    await lookSoon(ctx, payout.id)
    return 'pending'
  }
  if (payout.status === 'rejected') return toDesk(`M-Pesa paid it after it was rejected: ${receipt}`)
  if (payout.status === 'failed' && payout.affiliate.available < payout.amount)
    return toDesk(`M-Pesa paid it after it had failed, and its money is gone: ${receipt}`)
  await recordPaid(ctx, payout, { receipt, by: null })
  await ctx.db.execute(
    sql`update affiliate_payouts set result_code = ${resultCode}, result_desc = ${resultDesc.slice(0, 500)} where id = ${payout.id}`,
  )
  return 'paid'
}
