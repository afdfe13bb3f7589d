import { z } from 'zod';
import type { Payments } from './payments.ts';
import { type Prompt, type Prompts } from './prompts.ts';
export declare const wrongPin = "0000";
export declare const pin: z.ZodString;
declare const automatic: z.ZodObject<{
    phone: z.ZodOptional<z.ZodString>;
    pin: z.ZodUnion<readonly [z.ZodLiteral<true>, z.ZodEnum<{
        cancel: "cancel";
        ignore: "ignore";
        wrong: "wrong";
    }>]>;
    afterMs: z.ZodDefault<z.ZodInt>;
}, z.core.$strict>;
export type AutomaticAnswer = z.input<typeof automatic>;
/** The subscribers: their answers to prompts, low balances and automatic answers. */
export interface Subscribers {
    /** Sends a PIN of four digits or cancels; false when the prompt had already ended. */
    answer(prompt: Prompt, answer: {
        pin: string;
    } | 'cancel'): Promise<boolean>;
    /** Applies to open and future prompts. Throws a ZodError for an invalid answer. */
    answerAutomatically(answer: unknown): void;
    stopAnswering(phone?: string): void;
    setLowBalance(phone: string, low: boolean): void;
    hasLowBalance(phone: string): boolean;
    /** Clears low balances and automatic answers. */
    reset(): void;
    stop(): void;
}
export declare function createSubscribers(payments: Payments, prompts: Prompts): Subscribers;
export {};
