import type { Context } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { Problem } from '#domain/problem.ts'
import { type PayoutCallbackKind, payoutCallbackKinds } from '#features/affiliates/wallet/payout-addresses.ts'
import { processCallback } from '#features/orders/payments/receive-callback.ts'
import { storeCallback } from '#features/orders/payments/store-callback.ts'

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
