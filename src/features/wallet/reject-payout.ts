import { z } from 'zod'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin, requireUser } from '#features/context.ts'
import { optionalWords, read } from '#features/input.ts'
import { refuseSettled } from '#features/wallet/complete-payout.ts'
import { giveBack } from '#features/wallet/give-back.ts'
import { lockPayout } from '#features/wallet/lock-payout.ts'
import { getPayoutRow, type PayoutRow } from '#features/wallet/payout-row.ts'
import { writeAudit } from '#features/write-audit.ts'

export const rejectionInput = z.object({ reason: optionalWords(500).optional().meta({ description: 'Why; the affiliate reads it' }) })

/** An admin rejects a payout, and its money is back in the balance. Done twice it is done. Problems: signed_out, forbidden, bad_input, payout_not_found, payout_settled. */
export async function rejectPayout(ctx: Context, id: string, sent: unknown): Promise<PayoutRow> {
  requireAdmin(ctx)
  const { userId } = requireUser(ctx)
  const reason = read(rejectionInput, sent).reason || 'Rejected by the shop'
  await ctx.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout) throw new Problem('payout_not_found')
    if (payout.status === 'rejected') return
    refuseSettled(payout)
    await giveBack({ ...ctx, db: tx }, payout, { to: 'rejected', reason, by: userId })
    await writeAudit(tx, ctx, {
      action: 'payout rejected',
      table: 'affiliate_payouts',
      id,
      before: { status: payout.status },
      after: { status: 'rejected', reason },
    })
  })
  return getPayoutRow(ctx, id)
}
