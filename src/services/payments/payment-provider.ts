import type { Cents } from '#domain/money.ts'
import type { DeclineReason } from '#domain/payment.ts'

declare module '#core/context.ts' {
  interface Services {
    /** Takes the money of orders, and pays affiliates where the provider can: the account in force. */
    payments: PaymentProvider
    /** Where the provider of the account in force reaches this shop, no slash at the end. */
    callbackBaseUrl: string
  }
}

/**
 * The shop's requests to the service that takes its money. A provider is a folder here and a row in `providers.ts`; its wire, its codes and its sentences stay
 * in the folder, and `contract.test.ts` checks that it keeps the rules written here. No rule above depends on which provider it is; some texts for admins name
 * M-Pesa.
 */
export interface PaymentProvider {
  /** The provider's name for people, such as `M-Pesa`: the notes of orders and the reasons for a review name it. */
  name: string
  /**
   * Asks a buyer for money, on their phone. Never throws for the provider's failures, RangeError for a request that could not work: our own bug. A time-out or
   * an answer that cannot be read is `unknown`, because the buyer may have been asked.
   */
  request(payment: PaymentRequest): Promise<PaymentAnswer>
  /** Asks what became of a payment, by the provider's id. Never throws; `no_answer` proves nothing. */
  query(externalId: string): Promise<PaymentOutcome | { outcome: 'no_answer'; reason: string }>
  /**
   * What buyers have paid since an instant, by the provider's own record: for payments that the shop has forgotten, because it was restored from an older copy. Never
   * throws; null where the provider keeps no such record, or did not answer with a whole one.
   */
  listPaid(since: Date): Promise<ListedPayment[] | null>
  /** Reads the raw body that came to a payment's `callbackUrl`. Never throws; null for a body that is no callback of this provider. */
  readCallback(body: string): PaymentCallback | null
  /**
   * The sentence that people read for a stored outcome: `code` and `text` of a `PaymentOutcome`, or a code of `providerRefusals` with the words of the refusal.
   */
  describe(code: string, text: string | null): { sentence: string; reason: DeclineReason | null }
  /** The shop's answer to every callback, with any body. */
  acknowledgement: Record<string, string | number>
  /** Null where the provider does not pay out, or the shop has no account for that: then payouts are made by hand. */
  payouts: PayoutProvider | null
  /** Like `readCallback`, for a payout; also where `payouts` is null by now, because callbacks of earlier payouts may still come. */
  readPayoutCallback(body: string, address: PayoutAddress): PayoutCallback | null
  /** Why payouts stop when a payout was answered `credentials`: a sentence for an admin. */
  credentialWords: string
}

export interface PaymentRequest {
  /** `2547XXXXXXXX` or `2541XXXXXXXX`. */
  phone: string
  /** A whole number of shillings, KSh 1 to 250,000. */
  amount: Cents
  /** At most 12 letters and digits; the buyer reads it. */
  reference: string
  /** At most 13 characters. */
  description: string
  callbackUrl: string
}

export type PaymentAnswer =
  /**
   * The buyer is being asked; nothing is paid yet. `externalId` is the provider's id of the payment, `requestId` one that only people look for, if it has one.
   */
  | { outcome: 'accepted'; externalId: string; requestId: string | null }
  /**
   * The provider refused: the buyer is not asked. `busy` means that the same request may work in a minute; `ours` that the shop's own account is at fault, so no
   * number would have worked.
   */
  | { outcome: 'refused'; code: string; message: string; busy: boolean; ours?: boolean }
  /** Sent, and the outcome is not known: only a callback can tell. */
  | { outcome: 'unknown'; reason: string }

/**
 * The provider's statement about money: its own code and words, stored for people; receipt and amount are null where it names none that can be read. A receipt
 * is 6 to 20 capitals and digits, as orders and attempts require; a code is not one of the shop's own `refused`, `busy` and `closed`.
 */
interface Statement {
  code: string
  /** It varies for the same code. */
  text: string
  receipt: string | null
  amount: Cents | null
}

/**
 * What became of a payment. A code that the provider's list does not have is `failed` in a callback, which comes at the end; in the answer to a query it is
 * `unclear`: it proves nothing, and the buyer is not kept waiting for it.
 */
export type PaymentOutcome = Statement & ({ outcome: 'paid' } | { outcome: 'failed'; reason: DeclineReason } | { outcome: 'pending' | 'unclear' })

/** A payment in the provider's record. */
export interface ListedPayment {
  receipt: string
  /** `2547XXXXXXXX` or `2541XXXXXXXX`; null where it is hidden or cannot be read. */
  phone: string | null
  /** The digits that a hidden number shows, such as `2547 ***** 126`: a hint for people, and no proof. */
  maskedPhone: string | null
  amount: Cents
  /** As the request named it; empty where the record does not say. */
  reference: string
  /** Null where the record does not say. */
  paidAt: Date | null
}

/** What a callback says about a payment. */
interface PaymentCallback {
  externalId: string
  /** Who paid, where the body says so: `2547XXXXXXXX` or `2541XXXXXXXX`. */
  phone: string | null
  result: PaymentOutcome
}

/** Money from the shop to a phone. No answer here tells whether it moved, only a `PayoutOutcome` does. */
interface PayoutProvider {
  /**
   * Requests a payout. Never throws for the provider's failures; RangeError for a request that could not work: our own bug. Asking again with the same
   * `payoutId` never pays twice: a `payoutId` that the provider has had already is `unknown` here.
   */
  request(payout: PayoutRequest): Promise<PayoutAnswer>
  /** Asks what became of a payout: the answer is here (`found`), or comes to `callbackUrl` (`accepted`). Asking moves no money, and is safe at any time. */
  query(payoutId: string, callbackUrl: string): Promise<PayoutAnswer | { outcome: 'found'; found: PayoutCallback }>
}

export interface PayoutRequest {
  /** The payout's own id, and the provider's key against a second payment: letters, digits, `-` and `_`, at most 40. */
  payoutId: string
  /** `2547XXXXXXXX` or `2541XXXXXXXX`. */
  phone: string
  /** A whole number of shillings, KSh 1 to 250,000. */
  amount: Cents
  /** 2 to 100 characters. */
  remarks: string
  /** 1 to 100 characters. */
  occasion: string
  /** The address for the result. A body names its payout only by `payoutId`. */
  resultUrl: string
  /** The address for the callback that the request waited too long: it means "look it up", never "it failed". */
  timeoutUrl: string
}

export type PayoutAnswer =
  /** `externalId` is the provider's own id of the transfer. */
  | { outcome: 'accepted'; externalId: string }
  /**
   * The provider refused: no money moves. `busy` means that the same request may work in a minute. `credentials` means that the provider does not accept the
   * shop's keys: nothing will work until a person has changed them, and each try comes nearer to a lock.
   */
  | { outcome: 'refused'; code: string; message: string; credentials: boolean; busy: boolean }
  /** Sent, and the outcome is not known; or the provider has had this `payoutId` before. Look it up, never pay again under another id. */
  | { outcome: 'unknown'; reason: string }

/**
 * The address at which a callback of a payout arrived: `resultUrl`, or the address of a query. The two bodies may look alike, and a failed query is no failed
 * payout.
 */
type PayoutAddress = 'result' | 'status'

/** What became of a payout. */
export type PayoutOutcome = Statement &
  (
    | { outcome: 'paid' }
    /** `sentence` is the text for the affiliate. `stops` is why all payouts stop, where no other payout will work either. */
    | { outcome: 'failed'; sentence: string; stops?: string | undefined }
    /** On its way. */
    | { outcome: 'open' }
    /** It proves nothing. */
    | { outcome: 'unknown' }
  )

/** What a callback says about a payout, or the answer to a query about it. */
export interface PayoutCallback {
  /** Null where the provider does not name the payout. The shop compares it with the payout at whose address the callback arrived. */
  payoutId: string | null
  result: PayoutOutcome
  /** A query failed because the provider does not accept the shop's keys. */
  credentials: boolean
}

/** The store of an access token that all processes share: with M-Pesa, asking for a new one makes the old one invalid (daraja §1). */
export interface TokenStore {
  read(): Promise<Token | null>
  /** Runs `renew` in one process at a time; if the stored token is no longer `stale`, it answers the token that another process has renewed meanwhile. */
  replace(stale: string | null, renew: () => Promise<Token>): Promise<Token>
}

export interface Token {
  value: string
  /** Milliseconds since 1970. */
  expiresAt: number
}
