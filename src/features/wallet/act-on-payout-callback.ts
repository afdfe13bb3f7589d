import type { Context } from '#features/context.ts'
import { payoutCallbackKinds } from '#features/wallet/payout-addresses.ts'
import { recordFinding } from '#features/wallet/record-finding.ts'
import { lookUpOrReview, scheduleLookUp } from '#features/wallet/review-queue.ts'
import { settlePayout } from '#features/wallet/settle-payout.ts'

/** Acts on a stored body about a payout; answers the outcome for the record. */
export async function actOnPayoutCallback(ctx: Context, payoutId: string, kind: string, body: string): Promise<string> {
  if (kind === payoutCallbackKinds.late) {
    // A request that waited too long is looked up: it has not failed (daraja §5).
    await scheduleLookUp(ctx, payoutId)
    return 'time-out'
  }
  return kind === payoutCallbackKinds.status ? actOnStatus(ctx, payoutId, body) : actOnResult(ctx, payoutId, body)
}

async function actOnResult(ctx: Context, payoutId: string, body: string): Promise<string> {
  const { payments } = ctx.services
  const notification = payments.readPayoutNotification(body, 'result')
  if (!notification) {
    await lookUpOrReview(ctx, payoutId, `${payments.name} told something that cannot be read`)
    return 'unreadable'
  }
  if (notification.payoutId !== null && notification.payoutId !== payoutId) {
    await lookUpOrReview(ctx, payoutId, `${payments.name} told of another payout at the address of this one`)
    return 'another payout'
  }
  return settlePayout(ctx, payoutId, notification.result)
}

async function actOnStatus(ctx: Context, payoutId: string, body: string): Promise<string> {
  const found = ctx.services.payments.readPayoutNotification(body, 'status')
  return found ? recordFinding(ctx, payoutId, found) : 'unreadable'
}
