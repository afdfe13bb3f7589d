/** Masked for logs: `2547*****678`. */
export declare function maskPhone(phone: string): string;
