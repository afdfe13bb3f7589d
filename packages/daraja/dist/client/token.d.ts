import type { Exchange, Outgoing } from './http-exchange.ts';
import type { DarajaSettings, Token, TokenStore } from './mpesa.ts';
/** The shop could get no token. `busy` means that it may work in a minute. */
export declare class TokenRefused extends Error {
    readonly name = "TokenRefused";
    readonly code: string;
    readonly busy: boolean;
    constructor(code: string, busy: boolean);
}
/**
 * Returns a token that was not `refused` and lives for another minute: the one that this process used last, or the store's; requests a new one where there is
 * none. Calls that need one at the same time wait for the same renewal. Throws TokenRefused, or the error of the store.
 */
export declare function createTokenSource(store: TokenStore, renew: () => Promise<Token>, clock: () => number): (refused: string | null) => Promise<string>;
/** The request for a token (daraja §1), the only GET. */
export declare function tokenRequest({ baseUrl, consumerKey, consumerSecret }: DarajaSettings): Outgoing;
/** The token that was requested at `askedAt` (milliseconds). Throws TokenRefused where M-Pesa gave none. */
export declare function readToken(exchange: Exchange, askedAt: number): Token;
/** A store for one process, which behaves like the shared one: a request that comes while a token is replaced gets the new one. */
export declare function memoryTokens(): TokenStore;
