import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { ksh } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { toShillings } from '#domain/money.ts'
import { mayBePaidByHand, payoutStatuses } from '#domain/payout.ts'
import { formatPhone, normalisePhone } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { ensureBalanceCovers, type LockedPayout, lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { payoutStatus } from '#features/affiliates/wallet/payout-rows.ts'
import { partsOf, recordPaid } from '#features/affiliates/wallet/record-paid.ts'
import { namedReceipts, queuePayoutReview, requireRecordedPayments } from '#features/affiliates/wallet/review-queue.ts'
import { refuseKnownReceipt, typedReceipt } from '#features/orders/payments/receipts.ts'

export const handInput = z.object({
  receipt: typedReceipt('Enter the M-Pesa receipt code'),
  paid_to: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'The number that was paid, as the admin read it: refused when the affiliate has changed it meanwhile' }),
})

/** The amount that has arrived, 0 while M-Pesa is paying; the amount that will have been paid, and in how many parts, when M-Pesa is done. */
export const completion = z.object({
  status: payoutStatus,
  amount_processed: ksh,
  deductions_created: z.int(),
  amount_expected: z.number().optional().meta({ description: 'KSh; while `status` is `processing`, what M-Pesa was asked to pay' }),
  deductions_expected: z.int().optional().meta({ description: 'And on how many commissions' }),
})
export type Completion = z.infer<typeof completion>

/**
 * Records that a payout was paid, with M-Pesa's receipt: a pending payout that an admin has paid, or one in the review queue, also one that had failed and was
 * paid after all, as when the affiliate cancelled it meanwhile. Where the balance no longer covers it, the receipt is kept in the review queue, and nothing
 * more is paid to the affiliate. The same receipt again answers the same.
 */
export async function payByHand(ctx: Context, id: string, sent: unknown): Promise<Completion> {
  requirePermission(ctx, 'pay_affiliates')
  const { userId } = requireUser(ctx)
  const input = parseInput(handInput, sent)
  try {
    const paid = await ctx.db.transaction((tx) => write({ ...ctx, db: tx }, id, input, userId))
    // After the transaction: a throw inside it would lose the receipt.
    if (!paid) throw new Problem('payout_uncovered')
    return paid
  } catch (error) {
    if (violates(error, 'affiliate_payouts_receipt_key')) throw new Problem('receipt_used')
    throw error
  }
}

/** Returns null where the receipt is kept in the review queue instead. */
async function write(ctx: Context, id: string, { receipt, paid_to }: z.output<typeof handInput>, admin: string): Promise<Completion | null> {
  const payout = await lockPayout(ctx.db, id)
  if (!payout) throw new Problem('payout_not_found')
  const { status, phone, unrecordedReceipts } = payout
  if (status === 'completed' && payout.receipt === receipt) return completionOf(ctx.db, payout)
  if (!payout.isHeld && !mayBePaidByHand(payout)) throw new Problem('payout_settled', { detail: payoutStatuses[status].label })
  const isOver = status === 'failed' || status === 'rejected'
  // Deleting the account also deleted the number of its failed payouts.
  if (!isOver && (!phone || !payout.name)) throw new Problem('payout_details_missing')
  if (paid_to && phone && normalisePhone(paid_to) !== phone) throw new Problem('payout_details_changed', { detail: formatPhone(phone) })
  if (payout.isHeld) throw new Problem('payout_held')
  if (unrecordedReceipts.length > 0 && !unrecordedReceipts.includes(receipt))
    throw new Problem('payout_unbooked', { detail: namedReceipts(unrecordedReceipts) })
  await refuseKnownReceipt(ctx.db, receipt, id)
  await requireRecordedPayments(ctx, payout.affiliate.id, id)
  if (isOver && !(await ensureBalanceCovers(ctx, payout))) {
    await keepReceipt(ctx, payout, receipt)
    return null
  }
  const deductions_created = await recordPaid(ctx, payout, { receipt, by: admin })
  await writeAudit(ctx.db, ctx, {
    action: payout.affiliate.id === admin ? 'own payout completed' : 'payout completed',
    table: 'affiliate_payouts',
    id,
    before: { status },
    after: { status: 'completed', receipt },
  })
  return { status: 'completed', amount_processed: toShillings(payout.amount), deductions_created }
}

async function keepReceipt(ctx: Context, { id, status, unrecordedReceipts }: LockedPayout, receipt: string) {
  if (unrecordedReceipts.includes(receipt)) return
  const before = status === 'failed' ? 'had failed' : 'was rejected'
  await queuePayoutReview(ctx, id, `An admin wrote its receipt after it ${before}, and its money is gone: ${receipt}`, { receipt })
  await writeAudit(ctx.db, ctx, {
    action: 'payout receipt kept',
    table: 'affiliate_payouts',
    id,
    before: { status },
    after: { status, receipt },
  })
}

/** How far a payout that was sent or paid before has come. */
export async function completionOf(db: Database, payout: LockedPayout): Promise<Completion> {
  const { id, status, amount } = payout
  const { rows } = await db.execute<{ parts: number }>(sql`
    select count(*)::integer as parts from commission_deductions where payout_id = ${id} and kind = 'payout'`)
  const expected = status === 'processing' && { amount_expected: toShillings(amount), deductions_expected: (await partsOf({ db }, payout)).length }
  return { status, amount_processed: status === 'completed' ? toShillings(amount) : 0, deductions_created: rows[0]?.parts ?? 0, ...expected }
}
