import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { payoutCallbackKinds } from '#features/wallet/payout-addresses.ts'
import { credentialWords, openPayoutBreaker } from '#features/wallet/payout-breaker.ts'
import { lookOrReview, lookSoon } from '#features/wallet/review-queue.ts'
import { type PayoutNews, settlePayout } from '#features/wallet/settle-payout.ts'
import { readPayoutResult, readTransactionStatus } from '#services/mpesa/payout-result.ts'

/** What a stored body about a payout says, done; answers the outcome for the record. */
export async function actOnPayoutCallback(ctx: Context, payoutId: string, kind: string, body: string): Promise<string> {
  if (kind === payoutCallbackKinds.late) {
    // A request that waited too long is looked up: it has not failed (daraja §5).
    await lookSoon(ctx, payoutId)
    return 'time-out'
  }
  return kind === payoutCallbackKinds.status ? actOnStatus(ctx, payoutId, body) : actOnResult(ctx, payoutId, body)
}

async function actOnResult(ctx: Context, payoutId: string, body: string): Promise<string> {
  const result = readPayoutResult(body)
  if (!result) {
    await lookOrReview(ctx, payoutId, 'M-Pesa told something that cannot be read')
    return 'unreadable'
  }
  if (result.originatorConversationId && result.originatorConversationId !== payoutId) {
    await lookOrReview(ctx, payoutId, 'M-Pesa told of another payout at the address of this one')
    return 'another payout'
  }
  return settlePayout(ctx, payoutId, result)
}

/** The answer to a question: one that failed says nothing about the payout (daraja §6). */
async function actOnStatus(ctx: Context, payoutId: string, body: string): Promise<string> {
  const status = readTransactionStatus(body)
  if (!status) return 'unreadable'
  if (status.originatorConversationId && status.originatorConversationId !== payoutId) return 'another payout'
  if (['2001', '8006'].includes(status.resultCode)) await openPayoutBreaker(ctx, credentialWords, payoutId)
  const news: PayoutNews = { resultCode: '0', resultDesc: status.status || status.resultDesc, receipt: status.receipt, amount: status.amount }
  if (status.state === 'completed') return settlePayout(ctx, payoutId, news)
  if (status.state === 'failed') return settlePayout(ctx, payoutId, { ...news, resultCode: declined })
  // Still on its way: no last look may rest on this question (reject-payout.ts).
  if (status.state === 'open')
    await ctx.db.execute(sql`update affiliate_payouts set status_requested_at = null where id = ${payoutId} and status = 'processing'`)
  return 'pending'
}

/** As for a payout that M-Pesa could not make (domain/payout.ts). */
const declined = '17'
