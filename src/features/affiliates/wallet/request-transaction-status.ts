import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { payoutAddress } from '#features/affiliates/wallet/payout-addresses.ts'
import { openPayoutBreaker } from '#features/affiliates/wallet/payout-breaker.ts'
import { recordTransactionStatus } from '#features/affiliates/wallet/record-transaction-status.ts'
import { accountOf } from '#features/orders/mpesa-account/account-of.ts'

/**
 * Asks the provider what became of a payout, and notes when the provider took the query. The status is the answer of this call, or comes to the payout's own
 * address. A query moves no money. Null, and nothing is asked, where the payout's account cannot be used any more.
 */
export async function requestTransactionStatus(ctx: Context, accountId: string | null, id: string) {
  const account = accountOf(ctx, accountId)
  const { payouts, credentialWords } = account.provider
  if (!payouts) return null
  const answer = await payouts.query(id, payoutAddress(ctx, account, id, 'status'))
  ctx.log.info({ payout: id, outcome: answer.outcome }, 'payout looked up')
  if (answer.outcome === 'refused' && answer.credentials) await openPayoutBreaker(ctx, credentialWords, id)
  if (answer.outcome === 'accepted' || answer.outcome === 'found')
    await ctx.db.execute(sql`update affiliate_payouts set status_requested_at = ${ctx.now} where id = ${id} and status = 'processing'`)
  if (answer.outcome === 'found') await recordTransactionStatus(ctx, id, answer.found)
  return answer.outcome
}
