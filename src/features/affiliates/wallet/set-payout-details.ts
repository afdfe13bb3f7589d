import { sql } from 'drizzle-orm'
import { type Context, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { Problem } from '#domain/problem.ts'
import { attachDebts } from '#features/affiliates/attach-debts.ts'
import { holdPayout, mustBeHeld, proofOf, releasePayout } from '#features/affiliates/wallet/hold-payout.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { getPayoutRow, type PayoutRow } from '#features/affiliates/wallet/payout-row.ts'
import { payoutDetails } from '#features/affiliates/wallet/request-payout.ts'
import { queueLikeDebt } from '#features/affiliates/wallet/review-queue.ts'
import { lockPassword } from '#features/people/require-password.ts'

/**
 * Sets the phone and name of the caller's own payout, while it is pending and on no list to be paid by hand: afterwards phone and name are frozen (decisions,
 * Affiliates and wallet). Another number than the last needs the `password` of the form, or the payout is held (hold-payout.ts).
 */
export async function setPayoutDetails(ctx: Context, id: string, sent: unknown, password?: string): Promise<PayoutRow> {
  const { userId } = requireUser(ctx)
  const details = parseInput(payoutDetails, sent)
  if (details.mpesa_phone_number === '' || details.mpesa_full_name === '') throw new Problem('payout_details_missing')
  const proof = await proofOf(ctx, password)
  await attachDebts(ctx, userId)
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    if (proof !== null && proof !== 'ask') await lockPassword(inside, proof)
    const payout = await lockPayout(tx, id)
    if (!payout || payout.affiliate.id !== userId) throw new Problem('payout_not_found')
    if (payout.status !== 'pending' || payout.isExported) throw new Problem('payout_frozen')
    const { mpesa_phone_number: phone } = details
    const isHeld = await mustBeHeld(inside, userId, phone, proof)
    await tx.execute(sql`
      update affiliate_payouts set mpesa_phone_number = ${phone}, mpesa_full_name = ${details.mpesa_full_name} where id = ${id}`)
    if (payout.phone !== phone) await queueLikeDebt(inside, id, phone)
    if (!isHeld) await releasePayout(inside, id)
    else if (!payout.isHeld || payout.phone !== phone) await holdPayout(inside, id, { affiliateId: userId, amount: payout.amount, phone })
  })
  return getPayoutRow(ctx, id)
}
