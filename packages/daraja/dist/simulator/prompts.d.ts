import type { BookEntry, EntryOf } from './book.ts';
/** A payment request on a phone. It may have two results: an expiry, and a later success. */
export interface Prompt extends Omit<EntryOf<'prompt'>, 'kind'> {
    results: Result[];
    callbacks: {
        code: string;
        outcome: 'answered' | 'unanswered' | 'dropped';
        status?: number;
    }[];
}
export interface Result {
    code: string;
    at: string;
    receipt?: string;
}
export type PromptState = 'open' | 'paid' | 'failed';
/** The prompts in memory, built only from the book's entries. */
export interface Prompts {
    apply(entry: BookEntry): void;
    find(checkoutRequestId: string): Prompt | undefined;
    findByReceipt(receipt: string): Prompt | undefined;
    openOn(phone: string): Prompt | undefined;
    /** Oldest first. */
    list(phone?: string): Prompt[];
    receipts(): Iterable<string>;
    /** Time of the last success of this phone with this amount. */
    lastPaid(phone: string, amount: number): string | undefined;
}
export declare function readPrompts(entries: BookEntry[]): Prompts;
export declare function stateOf(prompt: Prompt): PromptState;
/** The current result of a prompt: a success takes precedence over everything else. */
export declare function resultOf(prompt: Prompt): Result | undefined;
