import type { Book } from './book.ts';
import type { Delivery } from './delivery.ts';
import type { Faults } from './faults.ts';
import type { Initiator } from './initiator.ts';
import type { Payout, Payouts } from './payouts.ts';
import type { B2cPayment } from './requests.ts';
/** Processes a payout from its acceptance to its result. Every fact is synced to disk before it is reported or acted on. */
export interface Disbursements {
    /** Throws a refusal for a duplicate OriginatorConversationID. A payment without one gets one. */
    accept(payment: B2cPayment): Promise<Payout>;
    /** Sets the account's balance, in whole KSh. */
    setFunds(amount: number): Promise<void>;
}
interface Parts {
    book: Book;
    payouts: Payouts;
    faults: Faults;
    delivery: Delivery;
    initiator: Initiator;
    newReceipt: (at: Date) => string;
    now: () => Date;
}
export declare function createDisbursements({ book, payouts, faults, delivery, initiator, newReceipt, now }: Parts): Disbursements;
/** `AG_20261120_000066640d277b9e519e`. */
export declare function conversationId(at: Date): string;
/** `16740-34861180-1`: for a request without one. */
export declare function originatorConversationId(): string;
export {};
