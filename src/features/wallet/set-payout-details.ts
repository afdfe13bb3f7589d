import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireUser } from '#features/context.ts'
import { read } from '#features/input.ts'
import { lockPayout } from '#features/wallet/lock-payout.ts'
import { getPayoutRow, type PayoutRow } from '#features/wallet/payout-row.ts'
import { payoutDetails } from '#features/wallet/request-payout.ts'

/**
 * Says where one's own payout goes, while it is pending and on no list to be paid by hand: afterwards phone and name are frozen (decisions, Affiliates and wallet).
 * Problems: signed_out, bad_input, payout_details_missing, payout_not_found, payout_frozen.
 */
export async function setPayoutDetails(ctx: Context, id: string, sent: unknown): Promise<PayoutRow> {
  const { userId } = requireUser(ctx)
  const details = read(payoutDetails, sent)
  if (details.mpesa_phone_number === '' || details.mpesa_full_name === '') throw new Problem('payout_details_missing')
  await ctx.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout || payout.affiliate.id !== userId) throw new Problem('payout_not_found')
    if (payout.status !== 'pending' || payout.isExported) throw new Problem('payout_frozen')
    await tx.execute(sql`
      update affiliate_payouts set mpesa_phone_number = ${details.mpesa_phone_number}, mpesa_full_name = ${details.mpesa_full_name} where id = ${id}`)
  })
  return getPayoutRow(ctx, id)
}
