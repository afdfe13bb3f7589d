import type { Cents } from './amounts.ts';
/** M-Pesa in its own words. `createDaraja` makes one, for the real M-Pesa and the simulated one alike. */
export interface Mpesa {
    /** Asks for a prompt on a phone. Never throws: a time-out or an unreadable answer is `unknown`, because the prompt may have gone out. */
    requestPrompt(prompt: PromptRequest): Promise<PromptAnswer>;
    /** Asks what became of a prompt. Never throws; `no_answer` proves nothing (daraja §3). */
    queryPrompt(checkoutRequestId: string): Promise<QueryAnswer>;
    /** The account's payments since an instant, 48 hours at most (Pull Transactions, daraja §6). Never throws; null without a whole answer. */
    listPaid(since: Date): Promise<ListedPayment[] | null>;
    /** Null where the settings name no account to pay out from. */
    payouts: Payouts | null;
}
export interface PromptRequest {
    /** `2547XXXXXXXX` or `2541XXXXXXXX`. */
    phone: string;
    /** A whole number of shillings, KSh 1 to 250,000: `450_000` asks for KSh 4,500. */
    amount: Cents;
    /** 1 to 12 letters and digits; the buyer reads it. */
    reference: string;
    /** At most 13 characters. */
    description: string;
    /** Where M-Pesa posts what became of the prompt (`readStkCallback`). Without `mpesa`, `safaricom`, `exe`, `cmd`, `sql` and `query` in it (daraja §4). */
    callbackUrl: string;
}
/** A payment in the account's record. */
export interface ListedPayment {
    receipt: string;
    /** `2547XXXXXXXX` or `2541XXXXXXXX`; null where it is hidden or cannot be read. */
    phone: string | null;
    /** The digits that a hidden number shows, such as `2547 ***** 126`: a hint for people, and no proof. */
    maskedPhone: string | null;
    amount: Cents;
    /** As the request named it; empty where the record does not say. */
    reference: string;
    /** Null where the record does not say. */
    paidAt: Date | null;
}
/** Money from the shop to a phone (B2C, daraja §5). No answer here tells whether it moved, only a result does (`readPayoutResult`). */
export interface Payouts {
    /**
     * Requests a payout. Never throws for M-Pesa's failures; RangeError for a request that could not work: our own bug. Asking again with the same `payoutId`
     * never pays twice: M-Pesa refuses a `payoutId` that it has had already, which is `unknown` here.
     */
    requestPayout(payout: PayoutRequest): Promise<PayoutAnswer>;
    /** Asks what became of a payout; M-Pesa's answer comes to `resultUrl`. Asking is safe at any time. */
    queryTransaction(question: TransactionQuestion): Promise<PayoutAnswer>;
}
export interface PayoutRequest {
    /** The payout's own id, and M-Pesa's key against a second payment: 1 to 40 letters, digits, `-` and `_`. */
    payoutId: string;
    /** `2547XXXXXXXX` or `2541XXXXXXXX`. */
    phone: string;
    /** A whole number of shillings, KSh 1 to 250,000. */
    amount: Cents;
    /** 2 to 100 characters. */
    remarks: string;
    /** 1 to 100 characters. */
    occasion: string;
    /** The address for the result (`readPayoutResult`). A body names its payout only by `payoutId`. */
    resultUrl: string;
    /** The address for the callback that the request waited too long: it means "look it up", never "it failed". */
    timeoutUrl: string;
}
export type TransactionQuestion = ({
    originatorConversationId: string;
} | {
    receipt: string;
}) & {
    /**
     * The address for the status (`readTransactionStatus`). It has to be another address than a payout's result: the two bodies may look
     * alike, and a failed question is no failed payout.
     */
    resultUrl: string;
    timeoutUrl: string;
};
export type PayoutAnswer = 
/** `originatorConversationId` is the payout's own id; of a question it is M-Pesa's, or empty. */
{
    outcome: 'accepted';
    conversationId: string;
    originatorConversationId: string;
}
/**
 * M-Pesa refused: no money moves. `busy` means that the same request may work in a minute. `credentials` means that M-Pesa does not accept the shop's
 * initiator or keys: nothing will work until a person has changed them, and each try comes nearer to a lock.
 */
 | {
    outcome: 'refused';
    code: string;
    message: string;
    credentials: boolean;
    busy: boolean;
}
/** Sent, and the outcome is not known; or M-Pesa has had this `payoutId` before. Look it up, never pay again under another id. */
 | {
    outcome: 'unknown';
    reason: string;
};
export type PromptAnswer = {
    outcome: 'accepted';
    checkoutRequestId: string;
    merchantRequestId: string;
}
/** M-Pesa refused: no prompt was sent. `busy` means that the same request may work in a minute; `ours` that the shop's own account is at fault. */
 | {
    outcome: 'refused';
    code: string;
    message: string;
    busy: boolean;
    ours?: boolean;
}
/** Sent, but the outcome is not known: only the callback can tell. */
 | {
    outcome: 'unknown';
    reason: string;
};
export type QueryAnswer = {
    outcome: 'answered';
    resultCode: string;
    resultDesc: string;
} | {
    outcome: 'no_answer';
    reason: string;
};
/** The store of an access token that all processes share: asking for a new one makes the old one invalid (daraja §1). */
export interface TokenStore {
    read(): Promise<Token | null>;
    /** Runs `renew` in one process at a time; if the stored token is no longer `stale`, it returns the token that another process has renewed meanwhile. */
    replace(stale: string | null, renew: () => Promise<Token>): Promise<Token>;
}
export interface Token {
    value: string;
    /** Milliseconds since 1970. */
    expiresAt: number;
}
export interface DarajaSettings {
    /** `https://api.safaricom.co.ke`, `https://sandbox.safaricom.co.ke`, or the simulator's. */
    baseUrl: string;
    consumerKey: string;
    consumerSecret: string;
    shortcode: string;
    passkey: string;
    transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
    /** The till that is paid (PartyB) with CustomerBuyGoodsOnline; the shortcode itself otherwise. */
    till: string | null;
    /** Null without an account to pay out from. */
    payouts: PayoutSettings | null;
}
export interface PayoutSettings {
    /** The account that pays out; no till and no ordinary PayBill can (daraja §5). */
    shortcode: string;
    initiatorName: string;
    /** Good for 90 days (daraja §5). */
    initiatorPassword: string;
    /** M-Pesa's own for this environment, X.509 in PEM. */
    certificate: string;
}
