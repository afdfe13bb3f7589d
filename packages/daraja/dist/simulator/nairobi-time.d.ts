/** `20261120165207`: Nairobi time as in TransactionDate and Timestamp. */
export declare function wireStamp(at: Date): string;
/** `20112026165207`: Nairobi time as in a CheckoutRequestID. */
export declare function idStamp(at: Date): string;
/** `20.11.2026 16:52:07`: Nairobi time as in the result of a payout. */
export declare function resultStamp(at: Date): string;
/** `20/11/26 at 4:52 PM`: Nairobi time as in an M-PESA message. */
export declare function messageStamp(at: Date): string;
/** `4:52`: the clock at the top of the phone. */
export declare function clockFace(at: Date): string;
