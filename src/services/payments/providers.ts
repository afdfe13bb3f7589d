import type { z } from 'zod'
import type { Breaker } from '#services/breaker.ts'
import { mpesaAccount } from '#services/payments/mpesa/mpesa-provider.ts'
import { mpesaFields, mpesaOf, mpesaRefusal } from './mpesa/mpesa-environment.ts'
import type { PaymentProvider, TokenStore } from './payment-provider.ts'

/** The providers that the shop supports; the shop has the one whose variables are set. Without any, a demo has the simulated M-Pesa. */
const providers: Record<string, ProviderRow> = {
  mpesa: providerRow({ fields: mpesaFields, refusal: mpesaRefusal, account: (given) => accountOr(mpesaOf(given), mpesaAccount) }),
}

/** The shop's account with a provider, according to the settings. */
export interface PaymentAccount {
  /** The provider's name for people. */
  name: string
  settings: object
  /** Where the provider reaches the shop, no slash at the end. */
  callbackBaseUrl: string
  /** The sentence about it that the shop logs when it starts. */
  fact: string
  /** The reasons why a live shop must not use it, in sentences. */
  unready: string[]
  open(tools: ProviderTools): PaymentProvider
}

interface ProviderTools {
  /** For an access token that all processes share. */
  tokens: TokenStore
  /** For requests that a buyer waits for; whether it is open is shown to admins. */
  breaker: Breaker
  /** Gets names, durations, outcomes and masked phones; never a key, a token, a password or a message of the provider's. */
  log(event: Record<string, unknown>): void
}

interface ProviderRow {
  /** Its variables. */
  fields: z.ZodRawShape
  /** Why these settings are invalid, by the name of the variable, or null. */
  refusal(given: object): string | null
  /** Null where none of its variables is set. */
  account(given: object): PaymentAccount | null
}

/** Every variable of every provider. */
export const paymentFields: z.ZodRawShape = Object.assign({}, ...Object.values(providers).map(({ fields }) => fields))

/** Why these settings are invalid, or null. */
export function paymentRefusal(given: object): string | null {
  for (const { refusal } of Object.values(providers)) {
    const reason = refusal(given)
    if (reason) return reason
  }
  const [one, other] = accountsOf(given)
  return one && other ? `Both ${one.name} and ${other.name} are set: a shop has one payment provider.` : null
}

/** The account of valid settings (`paymentRefusal` gives null); null where nothing is set. */
export function paymentAccount(given: object): PaymentAccount | null {
  return accountsOf(given)[0] ?? null
}

function accountsOf(given: object): PaymentAccount[] {
  return Object.values(providers).flatMap(({ account }) => account(given) ?? [])
}

function accountOr<Settings>(settings: Settings | null, account: (settings: Settings) => PaymentAccount): PaymentAccount | null {
  return settings && account(settings)
}

/** A row whose types are checked against its own fields, as one of a list of rows with other fields. */
function providerRow<Fields extends z.ZodRawShape>(row: {
  fields: Fields
  refusal(given: z.output<z.ZodObject<Fields>>): string | null
  account(given: z.output<z.ZodObject<Fields>>): PaymentAccount | null
}): ProviderRow {
  return row as unknown as ProviderRow
}
