import type { DarajaSettings, ListedPayment, Mpesa, TokenStore } from './mpesa.ts';
import { type Reply } from './mpesa-answers.ts';
export interface DarajaOptions {
    /** Where the access token is kept. `memoryTokens()` is one for a single process. */
    tokens: TokenStore;
    /** Gets names, durations, outcomes and masked phones; never a key, a token, a password or a message of M-Pesa's. */
    log?: (event: Record<string, unknown>) => void;
    /** Holds prompts back while M-Pesa does not answer; without one every prompt is sent. */
    breaker?: CircuitBreaker;
    /** Milliseconds since 1970. */
    clock?: () => number;
    /** 3 s: for establishing a connection, TLS included. */
    connectTimeoutMs?: number;
    /** 15 s: for a prompt or a query altogether, its token and its second try included. */
    totalTimeoutMs?: number;
}
/** Asked before each prompt, and told afterwards whether M-Pesa is well: a fault of one request or one phone is no sign that it is not. */
export interface CircuitBreaker {
    /** False while it is open: the prompt is refused with the code `resting`, and nothing is sent. */
    allows(): boolean;
    record(healthy: boolean): void;
}
/** M-Pesa over the wire (Daraja). Throws RangeError for settings or input with which no request could work: our own bug. */
export declare function createDaraja(settings: DarajaSettings, options: DarajaOptions): Mpesa;
/** Reads pages of Pull Transactions until one has nothing new; null when a page cannot be read. */
export declare function readAll(ask: (offset: number) => Promise<Reply>): Promise<ListedPayment[] | null>;
