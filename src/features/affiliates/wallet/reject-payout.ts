import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { lastQueryWait, mayBeRejected, payoutStatuses } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { queryPayout } from '#features/affiliates/wallet/check-payouts.ts'
import { type LockedPayout, lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { getPayoutRow, type PayoutRow } from '#features/affiliates/wallet/payout-rows.ts'
import { reversePayout } from '#features/affiliates/wallet/reverse-payout.ts'
import { namedReceipts } from '#features/affiliates/wallet/review-queue.ts'

export const rejectionInput = z.object({ reason: optionalWords(500).optional().meta({ description: 'Why; the affiliate reads it' }) })

/**
 * An admin rejects a payout, and its money is back in the balance. One that was sent may have been paid: the shop asks M-Pesa a last time first, and M-Pesa has
 * ten minutes to answer. A second call changes nothing.
 */
export async function rejectPayout(ctx: Context, id: string, sent: unknown): Promise<PayoutRow> {
  requirePermission(ctx, 'pay_affiliates')
  const { userId } = requireUser(ctx)
  const reason = parseInput(rejectionInput, sent).reason || 'Rejected by the shop'
  const look = await ctx.db.transaction((tx) => reject({ ...ctx, db: tx }, id, reason, userId))
  if (look === 'ask') await queryPayout(ctx, id)
  if (look !== 'done')
    throw new Problem('payout_unsure', { detail: 'It has been asked once more. If it has not answered in ten minutes, reject this again.' })
  return getPayoutRow(ctx, id)
}

async function reject(ctx: Context, id: string, reason: string, admin: string): Promise<LastLook> {
  const payout = await lockPayout(ctx.db, id)
  if (!payout) throw new Problem('payout_not_found')
  if (payout.status === 'rejected') return 'done'
  if (payout.hasUnrecordedPayment) throw new Problem('payout_unbooked', { detail: namedReceipts(payout.unrecordedReceipts) })
  if (!mayBeRejected(payout)) throw new Problem('payout_settled', { detail: payoutStatuses[payout.status].label })
  // An admin may be paying it by hand.
  if (payout.isExported) throw new Problem('payout_exported')
  const look = await lastLookAt(ctx, payout)
  if (look !== 'done') return look
  await reversePayout(ctx, payout, { to: 'rejected', reason, by: admin })
  await writeAudit(ctx.db, ctx, {
    action: 'payout rejected',
    table: 'affiliate_payouts',
    id,
    before: { status: payout.status },
    after: { status: 'rejected', reason },
  })
  return 'done'
}

type LastLook = 'done' | 'ask' | 'wait'

/** A look counts from when the payout is in the review queue. */
async function lastLookAt({ db, now }: Context, { id, status }: LockedPayout): Promise<LastLook> {
  if (status === 'pending') return 'done'
  const isPast: SQL = sql`status_requested_at <= ${now} - make_interval(secs => ${lastQueryWait})`
  const { rows } = await db.execute<{ look: LastLook }>(sql`
    select case when status_requested_at is null or status_requested_at < needs_review_at then 'ask' when ${isPast} then 'done' else 'wait' end as look
    from affiliate_payouts where id = ${id}`)
  return rows[0]?.look ?? 'ask'
}
