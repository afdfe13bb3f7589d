import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { payoutAddress } from '#features/wallet/payout-addresses.ts'
import { openPayoutBreaker } from '#features/wallet/payout-breaker.ts'
import { recordTransactionStatus } from '#features/wallet/record-transaction-status.ts'
import type { PayoutProvider } from '#services/payments/payment-provider.ts'

/**
 * Asks the provider what became of a payout, and notes when the provider took the query. The status is the answer of this call, or comes to the payout's own
 * address. A query moves no money.
 */
export async function requestTransactionStatus(ctx: Context, payouts: PayoutProvider, id: string) {
  const answer = await payouts.query(id, payoutAddress(ctx, id, 'status'))
  ctx.log.info({ payout: id, outcome: answer.outcome }, 'payout looked up')
  if (answer.outcome === 'refused' && answer.credentials) await openPayoutBreaker(ctx, ctx.services.payments.credentialWords, id)
  if (answer.outcome === 'accepted' || answer.outcome === 'found')
    await ctx.db.execute(sql`update affiliate_payouts set status_requested_at = ${ctx.now} where id = ${id} and status = 'processing'`)
  if (answer.outcome === 'found') await recordTransactionStatus(ctx, id, answer.found)
  return answer.outcome
}
