import type { Context } from '#core/context.ts'
import { payoutCallbackKinds } from '#features/affiliates/wallet/payout-addresses.ts'
import { recordTransactionStatus } from '#features/affiliates/wallet/record-transaction-status.ts'
import { queryOrReview, schedulePayoutQuery } from '#features/affiliates/wallet/review-queue.ts'
import { settlePayout } from '#features/affiliates/wallet/settle-payout.ts'
import type { PaymentProvider } from '#services/payments/payment-provider.ts'

/** Acts on a stored callback about a payout; answers the outcome for the row of `callbacks`. */
export async function actOnPayoutCallback(ctx: Context, payments: PaymentProvider, payoutId: string, kind: string, body: string): Promise<string> {
  if (kind === payoutCallbackKinds.late) {
    // A request that waited too long is looked up: it has not failed (daraja §5).
    await schedulePayoutQuery(ctx, payoutId)
    return 'time-out'
  }
  return kind === payoutCallbackKinds.status ? actOnStatus(ctx, payments, payoutId, body) : actOnResult(ctx, payments, payoutId, body)
}

async function actOnResult(ctx: Context, payments: PaymentProvider, payoutId: string, body: string): Promise<string> {
  const callback = payments.readPayoutCallback(body, 'result')
  if (!callback) {
    await queryOrReview(ctx, payoutId, `${payments.name} sent a message that cannot be read`)
    return 'unreadable'
  }
  if (callback.payoutId !== null && callback.payoutId !== payoutId) {
    await queryOrReview(ctx, payoutId, `${payments.name} reported another payout at the address of this one`)
    return 'another payout'
  }
  return settlePayout(ctx, payoutId, callback.result)
}

async function actOnStatus(ctx: Context, payments: PaymentProvider, payoutId: string, body: string): Promise<string> {
  const status = payments.readPayoutCallback(body, 'status')
  return status ? recordTransactionStatus(ctx, payoutId, status) : 'unreadable'
}
