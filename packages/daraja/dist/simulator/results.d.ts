/** ResultDesc of a code, with a default for unknown codes. */
export declare function resultDesc(code: string): string;
/** The M-PESA message of a request that was not paid. */
export declare function refusalMessage(code: string, amount: string, shop: string): string;
