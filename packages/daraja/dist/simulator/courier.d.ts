import type { Book } from './book.ts';
import type { Delivery } from './delivery.ts';
import type { FaultAt, Faults } from './faults.ts';
import type { Prompt, Prompts, Result } from './prompts.ts';
/** Sends the results of prompts to the shop. */
export interface Courier {
    send(prompt: Prompt, result: Result): void;
    /** The shop has queried this prompt: sends a callback that was held for that. */
    release(checkoutRequestId: string): void;
}
interface Parts {
    book: Book;
    prompts: Prompts;
    faults: Faults;
    delivery: Delivery;
    now: () => Date;
}
export declare function createCourier({ book, prompts, faults, delivery, now }: Parts): Courier;
/** The body that Safaricom posts to CallBackURL: numbers where the query has strings, and no CallbackMetadata for a failure (daraja §2). */
export declare function callbackBody(prompt: Prompt, result: Result, fault?: FaultAt<'callback'>): string;
export {};
