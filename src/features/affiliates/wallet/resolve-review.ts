import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput, words } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { nextPayoutQueryAfter } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { getPayoutRow, type PayoutRow } from '#features/affiliates/wallet/payout-row.ts'

export const resolveReviewInput = z.object({
  note: words('Write what you found.', 500).meta({ description: 'What was found and done; it is kept in the audit log' }),
})

/**
 * Takes a payout out of the review queue, with the admin's finding: receipts that the books do not hold are let go, and a held payout may be paid. One that is
 * still on its way is looked up again, for another day. A payout that is not in the queue does not change.
 */
export async function resolveReview(ctx: Context, id: string, sent: unknown): Promise<PayoutRow> {
  requirePermission(ctx, 'pay_affiliates')
  requireUser(ctx)
  const { note } = parseInput(resolveReviewInput, sent)
  await ctx.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout) throw new Problem('payout_not_found')
    if (!payout.isInReview) return
    const { rows } = await tx.execute<{ review_reason: string }>(sql`select review_reason from affiliate_payouts where id = ${id}`)
    await tx.execute(sql`
      update affiliate_payouts set needs_review_at = null, review_reason = null, held_at = null, unrecorded_payment_at = null, unrecorded_receipts = '{}', checks = 0,
        next_check_at = case when status = 'processing' then ${ctx.now} + make_interval(secs => ${nextPayoutQueryAfter(0)}) end
      where id = ${id}`)
    await writeAudit(tx, ctx, {
      action: 'payout looked at',
      table: 'affiliate_payouts',
      id,
      before: { status: payout.status, reason: rows[0]?.review_reason, receipts: payout.unrecordedReceipts },
      after: { status: payout.status, note },
    })
  })
  return getPayoutRow(ctx, id)
}
