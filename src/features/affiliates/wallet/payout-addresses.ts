import type { Context } from '#core/context.ts'
import type { UsedAccount } from '#features/orders/mpesa-account/account-of.ts'

/**
 * The kinds of callbacks about a payout, each at an address of its own: no body names its kind (services/payments/payment-provider.ts).
 */
export const payoutCallbackKinds = { result: 'payout_result', late: 'payout_timeout', status: 'payout_status' } as const
export type PayoutCallbackKind = keyof typeof payoutCallbackKinds

/** The address for one kind of callback; the secret in the path is its authority, and none of the words that M-Pesa bars are in it (daraja §4). */
export function payoutAddress(
  { services }: Pick<Context, 'services'>,
  { callbackBaseUrl }: UsedAccount,
  payoutId: string,
  kind: PayoutCallbackKind,
): string {
  return `${callbackBaseUrl}/api/callbacks/payouts/${payoutId}/${services.secrets.payoutSecret(payoutId)}/${kind}`
}
