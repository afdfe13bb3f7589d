import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'
import type { LockedPayout } from '#features/affiliates/wallet/lock-payout.ts'

/**
 * Ends a locked payout unpaid: its money is back in the balance with the same statement, because the balance is derived. The affiliate reads the reason. `by`
 * is the admin who rejected it; one that failed keeps the admin who sent it.
 */
export async function reversePayout(
  ctx: Context,
  payout: LockedPayout,
  { to, reason, by }: { to: 'rejected' | 'failed'; reason: string; by: string | null },
): Promise<void> {
  await ctx.db.execute(sql`
    update affiliate_payouts set status = ${to}, failure_reason = ${reason}, processed_at = ${ctx.now}, processed_by = case when ${to} = 'failed' then processed_by else ${by}::uuid end,
      next_check_at = null, needs_review_at = null, review_reason = null
    where id = ${payout.id}`)
  await tellAffiliate(ctx, payout.affiliate.id, 'payout_rejected', { amount: payout.amount, reason })
}
