import type { Context } from '#features/context.ts'
import { payoutCallbackKinds } from '#features/wallet/payout-addresses.ts'
import { lookSoon, sendPayoutToReview } from '#features/wallet/payout-desk.ts'
import { type PayoutNews, settlePayout } from '#features/wallet/settle-payout.ts'
import { stopPayouts } from '#features/wallet/stop-payouts.ts'
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
    await lookSoon(ctx, payoutId)
    return 'unreadable'
  }
  if (result.originatorConversationId && result.originatorConversationId !== payoutId) {
    await lookSoon(ctx, payoutId)
    return 'another payout'
  }
  return settlePayout(ctx, payoutId, result)
}

/** The answer to a question: one that failed says nothing about the payout (daraja §6). */
async function actOnStatus(ctx: Context, payoutId: string, body: string): Promise<string> {
  const status = readTransactionStatus(body)
  if (!status) return 'unreadable'
  if (status.originatorConversationId && status.originatorConversationId !== payoutId) return 'another payout'
  if (['2001', '8006'].includes(status.resultCode))
    await stopPayouts(ctx, 'M-Pesa does not take the initiator’s name, password or certificate.', payoutId)
  const news: PayoutNews = { resultCode: '0', resultDesc: status.status || status.resultDesc, receipt: status.receipt, amount: status.amount }
  if (status.state === 'completed' && status.receipt) return settlePayout(ctx, payoutId, news)
  if (status.state === 'completed') {
    await sendPayoutToReview(ctx, payoutId, 'M-Pesa says it paid, and names no receipt')
    return 'review'
  }
  if (status.state === 'failed') return settlePayout(ctx, payoutId, { ...news, resultCode: declined })
  return 'pending'
}

/** As for a payout that M-Pesa could not make (domain/payout.ts). */
const declined = '17'
