import type { PaymentAccount } from '#services/payments/providers.ts'
import { createDaraja } from './daraja.ts'
import type { DarajaSettings } from './mpesa.ts'
import { mpesaProvider } from './mpesa-provider.ts'

/** The shop's account with Safaricom, or with the simulator. */
export function mpesaAccount({ callbackBaseUrl, ...settings }: DarajaSettings & { callbackBaseUrl: string }): PaymentAccount {
  const { baseUrl, shortcode } = settings
  return {
    name: 'M-Pesa',
    settings,
    callbackBaseUrl,
    fact: `${baseUrl}, shortcode ${shortcode}`,
    unready: [
      ...(baseUrl.startsWith('https://') ? [] : ['MPESA_BASE_URL should begin with https://']),
      ...(callbackBaseUrl.startsWith('https://') ? [] : ['MPESA_CALLBACK_BASE_URL should begin with https://']),
    ],
    open: (tools) => mpesaProvider(createDaraja(settings, tools)),
  }
}
