import { type Cents } from './amounts.ts';
import type { Exchange } from './http-exchange.ts';
import type { PromptAnswer, QueryAnswer } from './mpesa.ts';
/** The reply, judged by its body: M-Pesa's HTTP statuses tell little (daraja §1). */
export type Reply = {
    kind: 'answer';
    fields: Record<string, unknown>;
} | {
    kind: 'error';
    code: string;
    message: string;
}
/** Nothing was sent: M-Pesa is not reachable, or gave no token. */
 | {
    kind: 'unsent';
    code: string;
    message: string;
    busy: boolean;
}
/** Sent, and no readable answer came back. */
 | {
    kind: 'lost';
    reason: string;
};
/** `token`: a new token helps. `busy`: the same request may work in a minute. `unknown`: a prompt may have gone out, money may have moved. */
type Meaning = 'refused' | 'busy' | 'token' | 'unknown';
interface ErrorRow {
    /** How the errorCode begins. */
    code: string;
    message?: RegExp;
    meaning: Meaning;
    /** Whether M-Pesa itself is well: a fault of one request or one phone must not stop the others. */
    healthy: boolean;
    /** The shop's own account or request is at fault: the buyer can do nothing about it. */
    ours?: true;
    why: string;
}
/** The meaning of an errorCode for a prompt or a payout; the first row that fits holds (daraja §1, §2, §5). */
export declare const errorRows: ErrorRow[];
export declare function readReply(exchange: Exchange): Reply;
/** M-Pesa did nothing with the request and wants another token. */
export declare function wantsToken(reply: Reply): boolean;
/** The meaning of the answer to a push, and whether M-Pesa is well. */
export declare function readPrompt(reply: Reply): {
    answer: PromptAnswer;
    healthy: boolean;
};
/** Only a ResultCode for the very prompt that was asked about is an answer: errors come at random, for finished payments too (daraja §3). */
export declare function readQuery(reply: Reply, checkoutRequestId: string): QueryAnswer;
/** Characters of M-Pesa's words that are kept for people. */
export declare const longestText = 300;
export declare function rowOf({ code, message }: {
    code: string;
    message: string;
}): ErrorRow;
/** The object in a body, or null. */
export declare function fieldsOf(body: string): Record<string, unknown> | null;
/** `500.001.1001`, `1032`, `SFC_IC0003`. A text of another form may be anything, and codes are logged. */
export declare function codeOf(value: unknown): string;
/** Codes come as numbers and as text. Any other value is empty; a NUL, which PostgreSQL does not take, is left out. */
export declare function textOf(value: unknown): string;
/** Helpers for reading the bodies that M-Pesa sends. None of them throws: a body from outside may be anything. */
export declare function parseJson(body: string): unknown;
/** The own field of an object; inherited fields are never read. */
export declare function at(value: unknown, field: string): unknown;
/** Finds an item by name, never by position. A name that occurs twice gives null, because it is not clear which one is right. */
export declare function valueNamed(items: unknown, nameField: 'Name' | 'Key', name: string): string | null;
/** PostgreSQL takes no NUL, and it may come escaped. */
export declare function textIn(value: unknown): string;
/** A code may be a number in one place and a string in another; as text both are equal (daraja §2). */
export declare function codeIn(value: unknown): string | null;
/** `1`, `1.00` and `4500.5` are amounts; text around them, signs, commas and a third decimal are not. */
export declare function amountIn(text: string | null): Cents | null;
/** A number of Kenya with its country code or without; not a masked one. */
export declare function phoneIn(text: string | null): string | null;
export declare function receiptIn(text: string | null): string | null;
export {};
