import { z } from 'zod'
import { violates } from '#db/errors.ts'
import { toShillings } from '#domain/money.ts'
import { type PayoutStatus, payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin, requireUser } from '#features/context.ts'
import { read } from '#features/input.ts'
import { type LockedPayout, lockPayout } from '#features/wallet/lock-payout.ts'
import { recordPaid } from '#features/wallet/record-paid.ts'
import { startB2cPayout } from '#features/wallet/start-b2c-payout.ts'
import { writeAudit } from '#features/write-audit.ts'

export const completionInput = z.object({
  receipt: z
    .string('Write the M-Pesa receipt code.')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{8,12}$/, 'Write the M-Pesa receipt code, such as QKJ4XT81ZP.')
    .optional(),
})

export interface Completion {
  status: PayoutStatus
  /** KSh that have arrived; 0 while M-Pesa is paying. */
  amount_processed: number
  deductions_created: number
}

/**
 * "Mark Paid": by hand, with the receipt code; or without one by M-Pesa, where that is set up, whose result completes it. With the same receipt again
 * nothing more happens. Problems: signed_out, forbidden, bad_input, payout_not_found, payout_settled, payout_details_missing, receipt_used,
 * payouts_stopped, payout_not_completed.
 */
export async function completePayout(ctx: Context, id: string, sent: unknown): Promise<Completion> {
  requireAdmin(ctx)
  const { userId } = requireUser(ctx)
  const { receipt } = read(completionInput, sent)
  if (receipt === undefined && ctx.services.mpesa.payouts) {
    await startB2cPayout(ctx, id)
    return { status: 'processing', amount_processed: 0, deductions_created: 0 }
  }
  if (receipt === undefined) throw new Problem('bad_input', { fields: { receipt: 'Write the M-Pesa receipt code.' } })
  try {
    return await ctx.db.transaction((tx) => byHand({ ...ctx, db: tx }, id, receipt, userId))
  } catch (error) {
    if (violates(error, 'affiliate_payouts_receipt_key')) throw new Problem('receipt_used')
    throw error
  }
}

async function byHand(ctx: Context, id: string, receipt: string, admin: string): Promise<Completion> {
  const payout = await lockPayout(ctx.db, id)
  if (!payout) throw new Problem('payout_not_found')
  if (payout.status === 'completed' && payout.receipt === receipt) {
    return { status: 'completed', amount_processed: toShillings(payout.amount), deductions_created: 0 }
  }
  refuseSettled(payout)
  if (!payout.phone || !payout.name) throw new Problem('payout_details_missing')
  const deductions = await recordPaid(ctx, payout, { receipt, by: admin })
  await writeAudit(ctx.db, ctx, {
    action: payout.affiliate.id === admin ? 'own payout completed' : 'payout completed',
    table: 'affiliate_payouts',
    id,
    before: { status: payout.status },
    after: { status: 'completed', receipt },
  })
  return { status: 'completed', amount_processed: toShillings(payout.amount), deductions_created: deductions }
}

/** What M-Pesa is paying is left to M-Pesa, until it has been silent for so long that a person looks: otherwise the money could move twice. */
export function refuseSettled({ status, isOnDesk }: Pick<LockedPayout, 'status' | 'isOnDesk'>) {
  if (status === 'pending' || (status === 'processing' && isOnDesk)) return
  throw new Problem('payout_settled', { detail: payoutStatuses[status].label })
}
