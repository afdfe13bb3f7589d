import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { openPayoutBreaker } from '#features/affiliates/wallet/payout-breaker.ts'
import { settlePayout } from '#features/affiliates/wallet/settle-payout.ts'
import type { PayoutCallback } from '#services/payments/payment-provider.ts'

/** Records the provider's answer to a query about a payout; a failed query proves nothing about the payout. Answers the outcome for the row of `callbacks`. */
export async function recordTransactionStatus(ctx: Context, payoutId: string, status: PayoutCallback): Promise<string> {
  if (status.payoutId !== null && status.payoutId !== payoutId) return 'another payout'
  if (status.credentials) await openPayoutBreaker(ctx, ctx.services.payments.credentialWords, payoutId)
  const { result } = status
  if (result.outcome === 'paid' || result.outcome === 'failed') return settlePayout(ctx, payoutId, result)
  // Still on its way: no last query may rest on this one (reject-payout.ts).
  if (result.outcome === 'open')
    await ctx.db.execute(sql`update affiliate_payouts set status_requested_at = null where id = ${payoutId} and status = 'processing'`)
  return 'pending'
}
