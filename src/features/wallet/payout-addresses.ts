import type { Context } from '#features/context.ts'

/** What M-Pesa may tell of a payout, each at an address of its own: no body says what it is about (services/mpesa/mpesa.ts). */
export const payoutCallbackKinds = { result: 'payout_result', late: 'payout_timeout', status: 'payout_status' } as const
export type PayoutCallbackKind = keyof typeof payoutCallbackKinds

/** Where M-Pesa tells it; the secret in the path is its authority, and none of the barred words are in it (daraja §4). */
export function payoutAddress({ services }: Pick<Context, 'services'>, payoutId: string, kind: PayoutCallbackKind): string {
  return `${services.callbackBaseUrl}/api/callbacks/payouts/${payoutId}/${services.secrets.payoutSecret(payoutId)}/${kind}`
}
