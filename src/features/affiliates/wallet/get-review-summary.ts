import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { findPayoutStop, type PayoutStop } from '#features/affiliates/wallet/payout-breaker.ts'

/** The counts and the breaker above the list of payouts. */
export interface PayoutReviewSummary {
  /** Payouts can be made by the payment provider, according to the settings. */
  sends: boolean
  stop: PayoutStop | null
  /** How many wait for an admin, are at the provider, and are in the review queue. */
  counts: { pending: number; processing: number; review: number }
}

export async function getPayoutReviewSummary(ctx: Context): Promise<PayoutReviewSummary> {
  requirePermission(ctx, 'pay_affiliates')
  // Open payouts and payouts in the review queue are few: an affiliate has at most one open payout, and both are read from an index.
  const { rows } = await ctx.db.execute<PayoutReviewSummary['counts'] & Record<string, unknown>>(sql`
    select (select count(*)::integer from affiliate_payouts where status = 'pending') as pending,
      (select count(*)::integer from affiliate_payouts where status = 'processing') as processing,
      (select count(*)::integer from affiliate_payouts where needs_review_at is not null) as review`)
  const stop = await findPayoutStop(ctx)
  return { sends: ctx.services.payments.payouts !== null, stop, counts: rows[0] as PayoutReviewSummary['counts'] }
}
