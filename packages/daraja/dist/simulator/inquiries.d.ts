import type { Delivery } from './delivery.ts';
import type { Faults } from './faults.ts';
import type { Initiator } from './initiator.ts';
import { type Payouts } from './payouts.ts';
import type { Prompts } from './prompts.ts';
import type { StatusQuestion } from './requests.ts';
/** Transaction Status queries about a payout or an STK payment, answered to the query's own ResultURL (daraja §6). They move no money and are not in the book. */
export interface Inquiries {
    accept(question: StatusQuestion): Promise<{
        conversationId: string;
        originatorConversationId: string;
    }>;
    /** The transaction that a query names, if its PartyA took part in it. */
    subjectOf(question: StatusQuestion): Transaction | undefined;
}
interface Parts {
    payouts: Payouts;
    prompts: Prompts;
    faults: Faults;
    delivery: Delivery;
    initiator: Initiator;
    /** The shop's registered name. */
    shop: string;
    now: () => Date;
}
export declare function createInquiries({ payouts, prompts, faults, delivery, initiator, shop, now }: Parts): Inquiries;
/** A payout or STK payment as Transaction Status reports it. */
interface Transaction {
    shortcode: string;
    phone: string;
    amount: number;
    status: 'Authorized' | 'Completed' | 'Declined';
    /** Number and name. */
    debitParty: string;
    creditParty: string;
    account: string;
    reason: string;
    startedAt: string;
    endedAt?: string;
    /** The TransactionID of its result. */
    receipt?: string;
    originatorConversationId?: string;
    conversationId?: string;
}
export {};
