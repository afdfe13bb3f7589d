import type { Cents } from '#domain/money.ts'

/** What the shop asks of M-Pesa. The real client and the simulator meet on the wire: there is one implementation, `daraja.ts`. */
export interface Mpesa {
  /** Asks for a prompt on a phone. Never throws: a time-out or an answer nobody can read is `unknown`, because the prompt may have gone out. */
  requestPrompt(prompt: PromptRequest): Promise<PromptAnswer>
  /** Asks what became of a prompt. Never throws; `no_answer` proves nothing (daraja §3). */
  queryPrompt(checkoutRequestId: string): Promise<QueryAnswer>
}

export interface PromptRequest {
  /** `2547XXXXXXXX` or `2541XXXXXXXX`. */
  phone: string
  /** A whole number of shillings, KSh 1 to 250,000. */
  amount: Cents
  /** At most 12 letters and digits; the buyer reads it in the prompt. */
  reference: string
  /** At most 13 characters. */
  description: string
  callbackUrl: string
}

export type PromptAnswer =
  | { outcome: 'accepted'; checkoutRequestId: string; merchantRequestId: string }
  /** M-Pesa said no: no prompt went out. `busy` means that the same request may work in a minute. */
  | { outcome: 'refused'; code: string; message: string; busy: boolean }
  /** Sent, but nobody knows: only the callback can tell. */
  | { outcome: 'unknown'; reason: string }

export type QueryAnswer = { outcome: 'answered'; resultCode: string; resultDesc: string } | { outcome: 'no_answer'; reason: string }

/** Where the access token lives. Asking for a new one makes the old one invalid, so all processes share one (daraja §1). */
export interface TokenStore {
  read(): Promise<Token | null>
  /** Runs `renew` in one process at a time; answers what another has renewed meanwhile instead, if the stored token is no longer `stale`. */
  replace(stale: string | null, renew: () => Promise<Token>): Promise<Token>
}

export interface Token {
  value: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface DarajaSettings {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  shortcode: string
  passkey: string
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline'
  /** The till that is paid (PartyB) with CustomerBuyGoodsOnline; the shortcode itself otherwise. */
  till: string | null
}
