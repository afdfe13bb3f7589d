import type { ListedPayment, PaymentRequest, PayoutRequest } from '#services/payments/payment-provider.ts'

/**
 * M-Pesa in its own words. The real client talks to the simulator over the wire as well: there is one implementation, `daraja.ts`; `mpesa-provider.ts` puts it
 * into the shop's words.
 */
export interface Mpesa {
  /** Asks for a prompt on a phone. Never throws: a time-out or an unreadable answer is `unknown`, because the prompt may have gone out. */
  requestPrompt(prompt: PaymentRequest): Promise<PromptAnswer>
  /** Asks what became of a prompt. Never throws; `no_answer` proves nothing (daraja §3). */
  queryPrompt(checkoutRequestId: string): Promise<QueryAnswer>
  /** The account's payments since an instant, 48 hours at most (Pull Transactions, daraja §6). Never throws; null without a whole answer. */
  listPaid(since: Date): Promise<ListedPayment[] | null>
  /** Null where the shop has no account to pay out from: then payouts are made by hand. */
  payouts: Payouts | null
}

/** Money from the shop to a phone (B2C, daraja §5). No answer here tells whether it moved, only a result does (`mpesa-callbacks.ts`). */
export interface Payouts {
  /**
   * Requests a payout. Never throws for M-Pesa's failures; RangeError for a request that could not work: our own bug. Asking again with the same `payoutId`
   * never pays twice: M-Pesa refuses a `payoutId` that it has had already, which is `unknown` here.
   */
  requestPayout(payout: PayoutRequest): Promise<PayoutAnswer>
  /** Asks what became of a payout; M-Pesa's answer comes to `resultUrl`. Asking is safe at any time. */
  queryTransaction(question: TransactionQuestion): Promise<PayoutAnswer>
}

export type TransactionQuestion = ({ originatorConversationId: string } | { receipt: string }) & {
  /**
   * The address for the status (`readTransactionStatus` of mpesa-callbacks.ts). It has to be another address than a payout's result: the two bodies may look
   * alike, and a failed question is no failed payout.
   */
  resultUrl: string
  timeoutUrl: string
}

export type PayoutAnswer =
  /** `originatorConversationId` is the payout's own id; of a question it is M-Pesa's, or empty. */
  | { outcome: 'accepted'; conversationId: string; originatorConversationId: string }
  /**
   * M-Pesa refused: no money moves. `busy` means that the same request may work in a minute. `credentials` means that M-Pesa does not accept the shop's
   * initiator or keys: nothing will work until a person has changed them, and each try comes nearer to a lock.
   */
  | { outcome: 'refused'; code: string; message: string; credentials: boolean; busy: boolean }
  /** Sent, and the outcome is not known; or M-Pesa has had this `payoutId` before. Look it up, never pay again under another id. */
  | { outcome: 'unknown'; reason: string }

export type PromptAnswer =
  | { outcome: 'accepted'; checkoutRequestId: string; merchantRequestId: string }
  /** M-Pesa refused: no prompt was sent. `busy` means that the same request may work in a minute; `ours` that the shop's own account is at fault. */
  | { outcome: 'refused'; code: string; message: string; busy: boolean; ours?: boolean }
  /** Sent, but the outcome is not known: only the callback can tell. */
  | { outcome: 'unknown'; reason: string }

export type QueryAnswer = { outcome: 'answered'; resultCode: string; resultDesc: string } | { outcome: 'no_answer'; reason: string }

export interface DarajaSettings {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  shortcode: string
  passkey: string
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline'
  /** The till that is paid (PartyB) with CustomerBuyGoodsOnline; the shortcode itself otherwise. */
  till: string | null
  /** Null where payouts are made by hand. */
  payouts: PayoutSettings | null
}

export interface PayoutSettings {
  /** The account that pays out; no till and no ordinary PayBill can (daraja §5). */
  shortcode: string
  initiatorName: string
  /** Good for 90 days (daraja §5). */
  initiatorPassword: string
  /** M-Pesa's own for this environment, X.509 in PEM. */
  certificate: string
}
