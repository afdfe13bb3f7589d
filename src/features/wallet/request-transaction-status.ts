import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { payoutAddress } from '#features/wallet/payout-addresses.ts'
import { credentialWords, openPayoutBreaker } from '#features/wallet/payout-breaker.ts'
import type { PayoutAnswer, Payouts } from '#services/mpesa/mpesa.ts'

/** Asks M-Pesa for the transaction status of a payout, and notes when it took the question. What it finds comes to the payout's own address. A look-up moves no money. */
export async function requestTransactionStatus(ctx: Context, payouts: Payouts, id: string): Promise<PayoutAnswer['outcome']> {
  const url = payoutAddress(ctx, id, 'status')
  const answer = await payouts.queryTransaction({ originatorConversationId: id, resultUrl: url, timeoutUrl: url })
  ctx.log.info({ payout: id, outcome: answer.outcome }, 'payout looked up')
  if (answer.outcome === 'refused' && answer.credentials) await openPayoutBreaker(ctx, credentialWords, id)
  if (answer.outcome === 'accepted')
    await ctx.db.execute(sql`update affiliate_payouts set status_requested_at = ${ctx.now} where id = ${id} and status = 'processing'`)
  return answer.outcome
}
