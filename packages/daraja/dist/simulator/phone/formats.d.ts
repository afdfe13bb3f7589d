/** A Kenyan mobile number in any usual format as `254712345678`, or null. */
export declare function readPhone(text: string): string | null;
/** `254712345678` for display: `+254 712 345 678`. */
export declare function formatPhone(phone: string): string;
/** Whole shillings as an M-PESA message writes them: `KSh 5,270`. */
export declare function formatShillings(shillings: number): string;
