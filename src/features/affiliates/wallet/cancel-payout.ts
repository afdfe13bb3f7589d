import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { cancellationRefusal, cancelledReason } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { getPayoutRow, type PayoutRow } from '#features/affiliates/wallet/payout-rows.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { payoutDetails, setPayoutDetails } from '#features/affiliates/wallet/request-payout.ts'
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

export const payoutChanges = z.object({
  ...payoutDetails.partial().shape,
  payout_method: z.literal('mpesa', 'Payouts go to M-Pesa.').optional(),
  status: z.literal('rejected', 'A payout is completed by process-payout-completion; here it can be rejected or cancelled.').optional(),
  reason: optionalWords(500).optional().meta({ description: 'Why an admin rejects it; the affiliate reads it' }),
})

/**
 * `PATCH affiliate_payouts` of spec §7 has two callers: the affiliate sets phone and name, or cancels; an admin rejects. The shop itself records the admin who
 * processed it and the time.
 */
export async function changePayout(ctx: Context, id: string, sent: unknown): Promise<PayoutRow> {
  const actor = requireUser(ctx)
  const { status, reason, mpesa_phone_number, mpesa_full_name } = parseInput(payoutChanges, sent)
  if (status === 'rejected') return may(actor, 'pay_affiliates') ? rejectPayout(ctx, id, { reason }) : cancelPayout(ctx, id)
  if (mpesa_phone_number === undefined && mpesa_full_name === undefined) throw new Problem('bad_input', { fields: { body: 'Say what to change.' } })
  if (mpesa_phone_number === undefined || mpesa_full_name === undefined) throw new Problem('payout_details_missing')
  return setPayoutDetails(ctx, id, { mpesa_phone_number, mpesa_full_name })
}
