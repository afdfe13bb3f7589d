import { z } from 'zod'
import { violates } from '#db/errors.ts'
import { toShillings } from '#domain/money.ts'
import { mayBePaidByHand, type PayoutStatus, payoutStatuses } from '#domain/payout.ts'
import { formatPhone, normalisePhone } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin, requireUser } from '#features/context.ts'
import { read } from '#features/input.ts'
import { refuseKnownReceipt } from '#features/refuse-known-receipt.ts'
import { lockPayout } from '#features/wallet/lock-payout.ts'
import { makeRoom } from '#features/wallet/make-room.ts'
import { namedReceipts, refuseWhileUnbooked } from '#features/wallet/payout-desk.ts'
import { recordPaid } from '#features/wallet/record-paid.ts'
import { writeAudit } from '#features/write-audit.ts'

const receipt = z
  .string('Write the M-Pesa receipt code.')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{8,20}$/, 'Write the M-Pesa receipt code, such as QKJ4XT81ZP.')
export const handInput = z.object({
  receipt,
  paid_to: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'The number that was paid, as the admin read it: refused when the affiliate has changed it meanwhile' }),
})

export interface Completion {
  status: PayoutStatus
  /** KSh that have arrived; 0 while M-Pesa is paying. */
  amount_processed: number
  deductions_created: number
}

/**
 * Writes down that a payout was paid, with M-Pesa's receipt: a pending one that somebody has paid, or one on the desk, also one that had come to nothing
 * and was paid after all. With the same receipt again nothing more happens. Problems: signed_out, forbidden, bad_input, payout_not_found, payout_settled,
 * payout_details_missing, payout_details_changed, payout_unbooked, payout_uncovered, receipt_used.
 */
export async function payByHand(ctx: Context, id: string, sent: unknown): Promise<Completion> {
  requireAdmin(ctx)
  const { userId } = requireUser(ctx)
  const input = read(handInput, sent)
  try {
    return await ctx.db.transaction((tx) => write({ ...ctx, db: tx }, id, input, userId))
  } catch (error) {
    if (violates(error, 'affiliate_payouts_receipt_key')) throw new Problem('receipt_used')
    throw error
  }
}

async function write(ctx: Context, id: string, { receipt, paid_to }: z.output<typeof handInput>, admin: string): Promise<Completion> {
  const payout = await lockPayout(ctx.db, id)
  if (!payout) throw new Problem('payout_not_found')
  const { status, phone, unbookedReceipts } = payout
  const amount_processed = toShillings(payout.amount)
  if (status === 'completed' && payout.receipt === receipt) return { status, amount_processed, deductions_created: 0 }
  if (!mayBePaidByHand(payout)) throw new Problem('payout_settled', { detail: payoutStatuses[status].label })
  const isOver = status === 'failed' || status === 'rejected'
  // With a deleted account the number of what came to nothing is forgotten.
  if (!isOver && (!phone || !payout.name)) throw new Problem('payout_details_missing')
  if (paid_to && phone && normalisePhone(paid_to) !== phone) throw new Problem('payout_details_changed', { detail: formatPhone(phone) })
  if (unbookedReceipts.length > 0 && !unbookedReceipts.includes(receipt))
    throw new Problem('payout_unbooked', { detail: namedReceipts(unbookedReceipts) })
  await refuseKnownReceipt(ctx.db, receipt)
  await refuseWhileUnbooked(ctx, payout.affiliate.id, id)
  if (isOver && !(await makeRoom(ctx, payout))) throw new Problem('payout_uncovered')
  const deductions_created = await recordPaid(ctx, payout, { receipt, by: admin })
  await writeAudit(ctx.db, ctx, {
    action: payout.affiliate.id === admin ? 'own payout completed' : 'payout completed',
    table: 'affiliate_payouts',
    id,
    before: { status },
    after: { status: 'completed', receipt },
  })
  return { status: 'completed', amount_processed, deductions_created }
}
