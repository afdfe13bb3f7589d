import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { isUuid } from '#core/page-of.ts'
import { Problem } from '#domain/problem.ts'
import { openPayoutBreaker } from '#features/affiliates/wallet/payout-breaker.ts'
import { queryOrReview, schedulePayoutQuery } from '#features/affiliates/wallet/review-queue.ts'
import { settlePayout } from '#features/affiliates/wallet/settle-payout.ts'
import type { UsedAccount } from '#features/orders/mpesa-account/account-of.ts'
import { processCallback, storeCallback } from '#features/orders/payments/receive-callback.ts'
import type { PaymentProvider, PayoutCallback } from '#services/payments/payment-provider.ts'

/**
 * A callback about a payout: the shop checks the secret in the path, stores the raw body, and only then reads it (daraja §5). A job processes a body
 * that cannot be processed now. Problem `not_found` for a wrong secret.
 */
export async function receivePayoutCallback(ctx: Context, payoutId: string, secret: string, kind: string, body: string): Promise<void> {
  const { secrets } = ctx.services
  const isKnown = Object.hasOwn(payoutCallbackKinds, kind)
  if (!isKnown || !isUuid(payoutId) || !secrets.proves(secret, (each) => each.payoutSecret(payoutId))) throw new Problem('not_found')
  const { id } = await storeCallback(ctx, { payoutId, kind: payoutCallbackKinds[kind as PayoutCallbackKind] }, body)
  try {
    await processCallback(ctx, id)
  } catch (error) {
    ctx.log.error({ payout: payoutId, error }, 'callback kept for later')
  }
}

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

/** Records the provider's answer to a query about a payout; a failed query proves nothing about the payout. Returns the outcome for the row of `callbacks`. */
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

/**
 * The kinds of callbacks about a payout, each at an address of its own: no body names its kind (services/payments/payment-provider.ts).
 */
const payoutCallbackKinds = { result: 'payout_result', late: 'payout_timeout', status: 'payout_status' } as const
type PayoutCallbackKind = keyof typeof payoutCallbackKinds

/** The address for one kind of callback; the secret in the path is its authority, and none of the words that M-Pesa bars are in it (daraja §4). */
export function payoutAddress(
  { services }: Pick<Context, 'services'>,
  { callbackBaseUrl }: UsedAccount,
  payoutId: string,
  kind: PayoutCallbackKind,
): string {
  return `${callbackBaseUrl}/api/callbacks/payouts/${payoutId}/${services.secrets.payoutSecret(payoutId)}/${kind}`
}
