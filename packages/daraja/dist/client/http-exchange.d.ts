export interface Outgoing {
    method: 'GET' | 'POST';
    url: string;
    headers: Record<string, string>;
    body?: string;
    /** Characters that are read of the answer; 64 thousand by default. */
    longestReply?: number;
}
/** `unsent`: not a byte of the request left this machine. `lost`: it may have arrived, and no whole answer came back. */
export type Exchange = {
    outcome: 'reply';
    status: number;
    body: string;
} | {
    outcome: 'unsent';
    reason: string;
} | {
    outcome: 'lost';
    reason: string;
};
/**
 * One request and its answer. Never throws. The connection must be established within `connectTimeoutMs`; `signal` ends it all. The request is written only
 * after that (TLS included), which is what makes `unsent` certain.
 */
export declare function exchange(outgoing: Outgoing, connectTimeoutMs: number, signal: AbortSignal): Promise<Exchange>;
