import type { Context } from '#core/context.ts'
import type { DarajaSettings } from '#services/payments/mpesa/mpesa.ts'
import type { PaymentProvider } from '#services/payments/payment-provider.ts'

declare module '#core/context.ts' {
  interface Services {
    /** The account in force, and those that earlier prompts and payouts were begun with. */
    accounts: PaymentAccounts
  }
}

/** An account as a prompt or a payout uses it. */
export interface UsedAccount {
  /** What they remember; null for the environment's, and the simulator's. */
  id: string | null
  provider: PaymentProvider
  /** Where the provider reaches this shop, no slash at the end. */
  callbackBaseUrl: string
}

export interface PaymentAccounts {
  /** The id of the one in force; null for the environment's, the simulator's, and none. */
  readonly inForce: string | null
  /** Where that one comes from. The environment's wins over the panel's, and both over the demo's simulator; with none no money is taken. */
  readonly from: 'environment' | 'panel' | 'simulator' | 'none'
  /** The panel's is in force, and this APP_SECRET does not open its keys: no money is taken. */
  readonly isUnreadable: boolean
  /** The sentence about it that the shop logs when it starts. */
  readonly fact: string
  /** Any account by its id (`accountOf`). One that cannot be used any more takes no money and answers no question. */
  open(id: string | null): UsedAccount
  /** Takes what was just written into force here at once; every process does so within a second by itself. */
  reload(): Promise<void>
  /** What the accounts of the panel talk to. */
  addresses: {
    /** The environment's, in place of Safaricom's. */
    baseUrl: string | null
    /** The account of the demo's simulator. */
    simulator: DarajaSettings | null
    callbackBaseUrl: string
  }
}

/** The account in force at this moment. */
export function accountInForce({ services }: Pick<Context, 'services'>): UsedAccount {
  return { id: services.accounts.inForce, provider: services.payments, callbackBaseUrl: services.callbackBaseUrl }
}

/** The account that a prompt or a payout was begun with: what became of it is asked there, also when another one is in force. */
export function accountOf(ctx: Pick<Context, 'services'>, id: string | null): UsedAccount {
  return id === ctx.services.accounts.inForce ? accountInForce(ctx) : ctx.services.accounts.open(id)
}
