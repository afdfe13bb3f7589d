import type { Book } from './book.ts';
import type { Courier } from './courier.ts';
import type { Faults } from './faults.ts';
import { type Prompt, type Prompts } from './prompts.ts';
import type { StkPush } from './requests.ts';
/** Processes a prompt from its acceptance to its result. Every fact is synced to disk before it is reported or acted on. */
export interface Payments {
    /** Throws the subscriber lock when the phone has an open prompt. */
    accept(push: StkPush): Promise<Prompt>;
    /** Ends an open prompt with this code ('0' pays); false when it had already ended. */
    end(prompt: Prompt, code: string): Promise<boolean>;
    onOpen(listener: (prompt: Prompt) => void): void;
    stop(): void;
}
interface Parts {
    book: Book;
    prompts: Prompts;
    faults: Faults;
    courier: Courier;
    newReceipt: (at: Date) => string;
    now: () => Date;
    promptLifeMs: number;
    ruleWindowMs: number;
}
export declare function createPayments(parts: Parts): Payments;
export {};
