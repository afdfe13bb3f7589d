import type { DarajaSettings, PayoutRequest, PayoutSettings, PromptRequest, TransactionQuestion } from './mpesa.ts';
/** The body of an STK push (daraja §2), at an instant in milliseconds. Throws RangeError for what M-Pesa cannot take: our own bug. */
export declare function promptBody(settings: DarajaSettings, prompt: PromptRequest, at: number): {
    TransactionType: "CustomerBuyGoodsOnline" | "CustomerPayBillOnline";
    Amount: string;
    PartyA: string;
    PartyB: string | null;
    PhoneNumber: string;
    CallBackURL: string;
    AccountReference: string;
    TransactionDesc: string;
    BusinessShortCode: number;
    Password: string;
    Timestamp: string;
};
/** The body of an STK query (daraja §3). Throws RangeError without an id. */
export declare function queryBody(settings: DarajaSettings, checkoutRequestId: string, at: number): {
    CheckoutRequestID: string;
    BusinessShortCode: number;
    Password: string;
    Timestamp: string;
};
/** The body of a question for the account's payments (Pull Transactions, daraja §6), instants in milliseconds; the record goes back 48 hours. */
export declare function pullBody({ shortcode }: DarajaSettings, { since, until, offset }: {
    since: number;
    until: number;
    offset: number;
}): {
    ShortCode: string;
    StartDate: string;
    EndDate: string;
    OffSetValue: string;
};
/** Throws RangeError for settings with which no prompt can work. */
export declare function checkSettings({ baseUrl, shortcode, transactionType, till }: DarajaSettings): void;
/** The body of a B2C payment (daraja §5). Throws RangeError for what M-Pesa cannot take: our own bug. */
export declare function payoutBody(settings: PayoutSettings, payout: PayoutRequest): {
    OriginatorConversationID: string;
    InitiatorName: string;
    SecurityCredential: string;
    CommandID: string;
    Amount: string;
    PartyA: string;
    PartyB: string;
    Remarks: string;
    QueueTimeOutURL: string;
    ResultURL: string;
    Occassion: string;
};
/** The body of a Transaction Status question (daraja §6). Throws RangeError without a payout or a receipt to ask about. */
export declare function questionBody(settings: PayoutSettings, question: TransactionQuestion): {
    Initiator: string;
    SecurityCredential: string;
    CommandID: string;
    TransactionID: string;
    PartyA: string;
    IdentifierType: string;
    ResultURL: string;
    QueueTimeOutURL: string;
    Remarks: string;
    Occasion: string;
} | {
    Initiator: string;
    SecurityCredential: string;
    CommandID: string;
    OriginalConversationID: string;
    PartyA: string;
    IdentifierType: string;
    ResultURL: string;
    QueueTimeOutURL: string;
    Remarks: string;
    Occasion: string;
};
/** Throws RangeError for settings with which no payout can work. */
export declare function checkPayoutSettings({ shortcode, initiatorName, initiatorPassword, certificate }: PayoutSettings): void;
/** The initiator's password, sealed for M-Pesa alone: RSA with PKCS #1 v1.5 padding and the certificate's key, in base64 (daraja §5). */
export declare function securityCredential(password: string, certificate: string): string;
/** Whether a password can be sealed with it: an X.509 certificate in PEM with an RSA key. */
export declare function isCertificate(text: string): boolean;
/** `YYYYMMDDHHmmss` in Nairobi of an instant in milliseconds since 1970: no source has seen M-Pesa refuse this zone (daraja §2). */
export declare function nairobiTimestamp(at: number): string;
/** The instant of such a text, or null when it names none. */
export declare function readNairobiTimestamp(text: string): Date | null;
/** The instant of `06.07.2024 22:48:52`, as results of payouts write it (daraja §5), or null. */
export declare function readNairobiDate(text: string): Date | null;
