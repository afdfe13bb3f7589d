import type { BookEntry, EntryOf } from './book.ts';
/** A payment from the shop to a phone; open until it has a result. */
export interface Payout extends Omit<EntryOf<'payout'>, 'kind'> {
    result?: PayoutOutcome;
    notices: {
        what: 'result' | 'timeout';
        outcome: 'answered' | 'unanswered' | 'dropped';
        status?: number;
    }[];
}
export interface PayoutOutcome {
    code: string;
    at: string;
    transactionId: string;
}
/** The payouts in memory, built only from the book's entries. */
export interface Payouts {
    apply(entry: BookEntry): void;
    /** By the shop's id. */
    find(originatorConversationId: string): Payout | undefined;
    /** By the TransactionID of its result, which failures have as well. */
    findByTransaction(transactionId: string): Payout | undefined;
    /** Oldest first. */
    list(phone?: string): Payout[];
    transactionIds(): string[];
    /** Balance of the payout account, in whole KSh. */
    funds(): number;
}
export declare function readPayouts(entries: BookEntry[], openingFunds: number): Payouts;
export declare function payoutState({ result }: Payout): 'open' | 'paid' | 'failed';
export declare function receiptOf({ result }: Payout): string | null;
