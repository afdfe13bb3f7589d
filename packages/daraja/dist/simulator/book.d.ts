import { z } from 'zod';
/** One line of the book. Amounts in whole KSh, times in ISO 8601 UTC, codes as text. */
declare const bookEntry: z.ZodDiscriminatedUnion<[z.ZodObject<{
    at: z.ZodISODateTime;
    checkoutRequestId: z.ZodString;
    phone: z.ZodString;
    amount: z.ZodInt;
    reference: z.ZodString;
    kind: z.ZodLiteral<"prompt">;
    merchantRequestId: z.ZodString;
    description: z.ZodString;
    shortcode: z.ZodString;
    callbackUrl: z.ZodString;
    expiresAt: z.ZodISODateTime;
}, z.core.$strip>, z.ZodObject<{
    at: z.ZodISODateTime;
    checkoutRequestId: z.ZodString;
    phone: z.ZodString;
    amount: z.ZodInt;
    reference: z.ZodString;
    kind: z.ZodLiteral<"result">;
    code: z.ZodString;
    receipt: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    at: z.ZodISODateTime;
    checkoutRequestId: z.ZodString;
    outcome: z.ZodEnum<{
        answered: "answered";
        dropped: "dropped";
        unanswered: "unanswered";
    }>;
    status: z.ZodOptional<z.ZodInt>;
    kind: z.ZodLiteral<"callback">;
    code: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    at: z.ZodISODateTime;
    conversationId: z.ZodString;
    kind: z.ZodLiteral<"payout">;
    originatorConversationId: z.ZodString;
    phone: z.ZodString;
    amount: z.ZodInt;
    remarks: z.ZodString;
    occasion: z.ZodString;
    shortcode: z.ZodString;
    resultUrl: z.ZodString;
    timeoutUrl: z.ZodString;
    verdict: z.ZodOptional<z.ZodString>;
}, z.core.$strip>, z.ZodObject<{
    at: z.ZodISODateTime;
    conversationId: z.ZodString;
    kind: z.ZodLiteral<"payoutResult">;
    code: z.ZodString;
    transactionId: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    at: z.ZodISODateTime;
    conversationId: z.ZodString;
    outcome: z.ZodEnum<{
        answered: "answered";
        dropped: "dropped";
        unanswered: "unanswered";
    }>;
    status: z.ZodOptional<z.ZodInt>;
    kind: z.ZodLiteral<"payoutNotice">;
    what: z.ZodEnum<{
        result: "result";
        timeout: "timeout";
    }>;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"sms">;
    at: z.ZodISODateTime;
    id: z.ZodString;
    phone: z.ZodString;
    from: z.ZodString;
    text: z.ZodString;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodLiteral<"funds">;
    at: z.ZodISODateTime;
    amount: z.ZodInt;
}, z.core.$strip>], "kind">;
export type BookEntry = z.output<typeof bookEntry>;
/** The lines of one kind. */
export type EntryOf<Kind extends BookEntry['kind']> = Extract<BookEntry, {
    kind: Kind;
}>;
export interface Book {
    /** The entries at the time of opening, oldest first. */
    entries: BookEntry[];
    /** Resolves once the line is synced to disk. Callers must not act on or report an entry before that. */
    append(entry: BookEntry): Promise<void>;
    close(): Promise<void>;
}
/** Opens an append-only JSONL file. An incomplete last line was cut off by a kill before anything was reported, so it is removed. */
export declare function openBook(path: string): Promise<Book>;
export {};
