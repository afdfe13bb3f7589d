import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { processCallback } from '#features/orders/receive-callback.ts'
import { storeCallback } from '#features/orders/store-callback.ts'
import { type PayoutCallbackKind, payoutCallbackKinds } from '#features/wallet/payout-addresses.ts'

/**
 * M-Pesa tells about a payout: the secret in the path is checked, the raw body is stored, and only then is it read (daraja §5). What cannot be processed
 * now is processed by a job. Problem `not_found` for a wrong secret.
 */
export async function receivePayoutCallback(ctx: Context, payoutId: string, secret: string, kind: string, body: string): Promise<void> {
  const { secrets } = ctx.services
  const isKnown = Object.hasOwn(payoutCallbackKinds, kind)
  if (!isKnown || !isUuid(payoutId) || !secrets.matches(secrets.payoutSecret(payoutId), secret)) throw new Problem('not_found')
  const id = await storeCallback(ctx, { payoutId, kind: payoutCallbackKinds[kind as PayoutCallbackKind] }, body)
  try {
    await processCallback(ctx, id)
  } catch (error) {
    ctx.log.error({ payout: payoutId, error }, 'callback kept for later')
  }
}
