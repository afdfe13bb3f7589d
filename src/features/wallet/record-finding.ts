import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { openPayoutBreaker } from '#features/wallet/payout-breaker.ts'
import { settlePayout } from '#features/wallet/settle-payout.ts'
import type { PayoutNotification } from '#services/payments/payment-provider.ts'

/** Records what the provider found out about a payout; a failed question proves nothing about the payout. Answers the outcome for the record. */
export async function recordFinding(ctx: Context, payoutId: string, found: PayoutNotification): Promise<string> {
  if (found.payoutId !== null && found.payoutId !== payoutId) return 'another payout'
  if (found.credentials) await openPayoutBreaker(ctx, ctx.services.payments.credentialWords, payoutId)
  const { result } = found
  if (result.outcome === 'paid' || result.outcome === 'failed') return settlePayout(ctx, payoutId, result)
  // Still on its way: no last look may rest on this question (reject-payout.ts).
  if (result.outcome === 'open')
    await ctx.db.execute(sql`update affiliate_payouts set status_requested_at = null where id = ${payoutId} and status = 'processing'`)
  return 'pending'
}
