import type { Delivery } from './delivery.ts';
import type { Disbursements } from './disbursements.ts';
import type { Fault, FaultInput, Faults } from './faults.ts';
import type { Inbox, TextMessage } from './inbox.ts';
import type { Initiator } from './initiator.ts';
import type { Keys } from './keys.ts';
import { type Payout, type Payouts } from './payouts.ts';
import { type Prompt, type PromptState, type Prompts, type Result } from './prompts.ts';
import { type AutomaticAnswer, type Subscribers } from './subscribers.ts';
import type { Tokens } from './tokens.ts';
/** The control functions for tests and load runs, in process or over `/control`. Amounts in whole KSh, times in ISO 8601 UTC. */
export interface Control {
    /** Adds a fault (`faults.ts`, README) and returns it with its id. */
    fault(fault: FaultInput): {
        id: string;
    } & Fault;
    faults(): ({
        id: string;
    } & Fault)[];
    /** Removes one fault, or all. */
    clearFaults(id?: string): void;
    answerAutomatically(answer: AutomaticAnswer): void;
    /** Removes one number's automatic answer, or all including the default. */
    stopAnswering(phone?: string): void;
    /** Answers a prompt as the subscriber; false when it had already ended. Throws for an unknown id. */
    answer(checkoutRequestId: string, answer: {
        pin: string;
    } | 'cancel'): Promise<boolean>;
    setLowBalance(phone: string, low: boolean): void;
    /** Invalidates the current token, as when another process fetches a new one. */
    revokeToken(): void;
    prompts(phone?: string): PromptView[];
    payouts(phone?: string): PayoutView[];
    /** Received SMS. */
    messages(phone?: string): TextMessage[];
    /** Sets the balance of the payout account. */
    setFunds(amount: number): Promise<void>;
    /** The certificate with which a shop encrypts its initiator's password, in PEM. */
    certificate(): Promise<string>;
    book(): BookView;
    /** Resolves when no callback, payout or status result is pending; callbacks held for a query do not count. */
    settled(): Promise<void>;
    /** Clears faults, automatic answers, low balances and wrong initiators. Keeps the book. */
    reset(): void;
}
export interface PromptView {
    checkoutRequestId: string;
    merchantRequestId: string;
    phone: string;
    amount: number;
    reference: string;
    description: string;
    state: PromptState;
    code: string | null;
    receipt: string | null;
    acceptedAt: string;
    expiresAt: string;
    results: Result[];
    callbacks: Prompt['callbacks'];
}
export interface BookView {
    payments: {
        receipt: string;
        checkoutRequestId: string;
        merchantRequestId: string;
        amount: number;
        phone: string;
        reference: string;
        paidAt: string;
    }[];
    /** Sum of the payments. */
    total: number;
    /** Paid ones only. */
    payouts: {
        receipt: string;
        conversationId: string;
        originatorConversationId: string;
        amount: number;
        phone: string;
        paidAt: string;
    }[];
    /** Sum of the payouts. */
    paidOut: number;
    /** Balance of the payout account. */
    funds: number;
}
export interface PayoutView {
    conversationId: string;
    originatorConversationId: string;
    phone: string;
    amount: number;
    remarks: string;
    occasion: string;
    state: 'open' | 'paid' | 'failed';
    code: string | null;
    /** Null unless it was paid. */
    receipt: string | null;
    acceptedAt: string;
    notices: Payout['notices'];
}
interface Parts {
    faults: Faults;
    prompts: Prompts;
    subscribers: Subscribers;
    tokens: Tokens;
    delivery: Delivery;
    payouts: Payouts;
    disbursements: Disbursements;
    initiator: Initiator;
    keys: Keys;
    inbox: Inbox;
}
export declare function createControl({ faults, prompts, subscribers, tokens, delivery, payouts, disbursements, initiator, keys, inbox }: Parts): Control;
export {};
