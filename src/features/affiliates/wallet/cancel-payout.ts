import { type Context, requireUser } from '#core/context.ts'
import { cancellationRefusal, cancelledReason } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { getPayoutRow, type PayoutRow } from '#features/affiliates/wallet/payout-row.ts'
import { reversePayout } from '#features/affiliates/wallet/reverse-payout.ts'

/**
 * An affiliate cancels a pending request of their own: it is rejected, by no admin, and its money is back in the balance. Refused once it is being paid. A
 * second call changes nothing.
 */
export async function cancelPayout(ctx: Context, id: string): Promise<PayoutRow> {
  const { userId } = requireUser(ctx)
  await ctx.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout || payout.affiliate.id !== userId) throw new Problem('payout_not_found')
    if (payout.status === 'rejected') return
    const detail = cancellationRefusal(payout)
    if (detail !== null) throw new Problem('payout_not_cancelled', { detail })
    await reversePayout({ ...ctx, db: tx }, payout, { to: 'rejected', reason: cancelledReason, by: null })
  })
  return getPayoutRow(ctx, id)
}
