import type { Cents } from './amounts.ts';
/** What M-Pesa tells about a prompt (daraja §2). Everything from `amount` on is officially optional, and absent when nothing was paid. */
export interface StkCallback {
    checkoutRequestId: string;
    /** Empty when M-Pesa left it out. */
    merchantRequestId: string;
    /** As text: `SFC_IC0003` exists. */
    resultCode: string;
    /** For people; it varies for the same code. */
    resultDesc: string;
    amount: Cents | null;
    receipt: string | null;
    paidAt: Date | null;
    phone: string | null;
}
/** The shop's answer to every callback of M-Pesa, with any body (daraja §4). */
export declare const callbackAnswer: {
    readonly ResultCode: 0;
    readonly ResultDesc: 'Accepted';
};
/** Reads the raw body of a callback. Never throws; null for anything that is no STK callback. */
export declare function readStkCallback(body: string): StkCallback | null;
/** M-Pesa's result of a payout (daraja §5). Everything from `receipt` on is absent when nothing was paid. */
export interface PayoutResult {
    /** The id of the payout; empty when M-Pesa left it out. The reader of a result compares it with the payout at whose address it arrived. */
    originatorConversationId: string;
    conversationId: string;
    /** As text; `0` means paid. */
    resultCode: string;
    /** For people; it varies for the same code. */
    resultDesc: string;
    receipt: string | null;
    amount: Cents | null;
    completedAt: Date | null;
    recipient: Recipient;
}
/** M-Pesa's answer to a query about a payout (Transaction Status, daraja §6). */
export interface TransactionStatus {
    /** `unknown`: the question itself failed, or no list names the status. It proves nothing. */
    state: 'completed' | 'failed' | 'open' | 'unknown';
    /** As M-Pesa writes it, such as `Completed`; empty when the question failed. */
    status: string;
    /** How the question went, not the payout: `0` answered, `2001` wrong initiator, and others. */
    resultCode: string;
    resultDesc: string;
    /** The id of the payout that the question was about, where M-Pesa names it. */
    originatorConversationId: string | null;
    /** Only of a completed payout. */
    receipt: string | null;
    amount: Cents | null;
    completedAt: Date | null;
    recipient: Recipient;
}
export interface Recipient {
    phone: string | null;
    /** As registered with M-Pesa. */
    name: string | null;
}
/** Reads the raw body that came to a payout's result address. Never throws; null for anything that is no result of a payout. */
export declare function readPayoutResult(body: string): PayoutResult | null;
/** Reads the raw body that came to the result address of a question. Never throws; null for anything that is no result. */
export declare function readTransactionStatus(body: string): TransactionStatus | null;
