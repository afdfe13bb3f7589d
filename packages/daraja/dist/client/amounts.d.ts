/**
 * Whole cents of a Kenyan shilling: `450_000` is KSh 4,500. Sums and comparisons of whole numbers are exact; `0.1 + 0.2` of shillings is not. M-Pesa takes and
 * moves whole shillings only.
 */
export type Cents = number;
/** KSh as M-Pesa writes them (`4500`, `'4500.00'`) to cents. Throws RangeError when it is not an amount. */
export declare function fromShillings(shillings: number | string): Cents;
/** Cents to KSh. */
export declare function toShillings(cents: Cents): number;
