/** Access tokens: only the newest is valid (daraja §1). */
export interface Tokens {
    /** A new token of 28 characters; `worthless` returns one that no call accepts. */
    issue(options?: {
        worthless?: boolean;
    }): string;
    /** Throws "Invalid Access Token" unless the header has the current token. */
    check(authorization: string | undefined): void;
    /** Invalidates the current token, as when another process fetches a new one. */
    revoke(): void;
}
export declare function createTokens(now: () => Date): Tokens;
/** Checks `Basic base64(key:secret)` and the grant type of a token request. */
export declare function checkTokenRequest(authorization: string | undefined, grantType: string | undefined, shop: {
    consumerKey: string;
    consumerSecret: string;
}): void;
