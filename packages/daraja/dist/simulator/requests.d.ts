import { z } from 'zod';
declare const stkPush: z.ZodObject<{
    BusinessShortCode: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>;
    Password: z.ZodBase64;
    Timestamp: z.ZodString;
    TransactionType: z.ZodEnum<{
        CustomerBuyGoodsOnline: "CustomerBuyGoodsOnline";
        CustomerPayBillOnline: "CustomerPayBillOnline";
    }>;
    Amount: z.ZodPipe<z.ZodPipe<z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>, z.ZodTransform<number, string>>, z.ZodInt>;
    PartyA: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>;
    PartyB: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>;
    PhoneNumber: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>;
    CallBackURL: z.ZodString;
    AccountReference: z.ZodString;
    TransactionDesc: z.ZodDefault<z.ZodString>;
}, z.core.$strip>;
declare const pullQuestion: z.ZodObject<{
    ShortCode: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>;
    StartDate: z.ZodPipe<z.ZodString, z.ZodTransform<Date, string>>;
    EndDate: z.ZodPipe<z.ZodString, z.ZodTransform<Date, string>>;
    OffSetValue: z.ZodPipe<z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>, z.ZodTransform<number, string>>;
}, z.core.$strip>;
/** The v1 payout, without OriginatorConversationID; one that is sent is ignored. */
declare const b2cPaymentV1: z.ZodObject<{
    SecurityCredential: z.ZodBase64;
    PartyA: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>;
    ResultURL: z.ZodString;
    QueueTimeOutURL: z.ZodString;
    InitiatorName: z.ZodString;
    CommandID: z.ZodEnum<{
        BusinessPayment: "BusinessPayment";
        PromotionPayment: "PromotionPayment";
        SalaryPayment: "SalaryPayment";
    }>;
    Amount: z.ZodPipe<z.ZodPipe<z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>, z.ZodTransform<number, string>>, z.ZodInt>;
    PartyB: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>;
    Remarks: z.ZodString;
    Occassion: z.ZodDefault<z.ZodString>;
}, z.core.$strip>;
declare const statusQuestion: z.ZodObject<{
    SecurityCredential: z.ZodBase64;
    PartyA: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodString>;
    ResultURL: z.ZodString;
    QueueTimeOutURL: z.ZodString;
    Initiator: z.ZodString;
    CommandID: z.ZodLiteral<"TransactionStatusQuery">;
    TransactionID: z.ZodPipe<z.ZodOptional<z.ZodNullable<z.ZodString>>, z.ZodTransform<string | undefined, string | null | undefined>>;
    OriginalConversationID: z.ZodPipe<z.ZodOptional<z.ZodNullable<z.ZodString>>, z.ZodTransform<string | undefined, string | null | undefined>>;
    IdentifierType: z.ZodPipe<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>]>, z.ZodLiteral<"4">>;
    Remarks: z.ZodDefault<z.ZodString>;
    Occasion: z.ZodDefault<z.ZodString>;
}, z.core.$strip>;
export type StkPush = z.output<typeof stkPush>;
export type B2cPayment = z.output<typeof b2cPaymentV1> & {
    OriginatorConversationID?: string;
};
export type StatusQuestion = z.output<typeof statusQuestion>;
export type PullQuestion = z.output<typeof pullQuestion>;
export declare const readStkPush: (request: Request) => Promise<{
    BusinessShortCode: string;
    Password: string;
    Timestamp: string;
    TransactionType: "CustomerBuyGoodsOnline" | "CustomerPayBillOnline";
    Amount: number;
    PartyA: string;
    PartyB: string;
    PhoneNumber: string;
    CallBackURL: string;
    AccountReference: string;
    TransactionDesc: string;
}>;
export declare const readStkQuery: (request: Request) => Promise<{
    BusinessShortCode: string;
    Password: string;
    Timestamp: string;
    CheckoutRequestID: string;
}>;
export declare const readPull: (request: Request) => Promise<{
    ShortCode: string;
    StartDate: Date;
    EndDate: Date;
    OffSetValue: number;
}>;
export declare const readB2cPayment: (request: Request) => Promise<{
    SecurityCredential: string;
    PartyA: string;
    ResultURL: string;
    QueueTimeOutURL: string;
    InitiatorName: string;
    CommandID: "BusinessPayment" | "PromotionPayment" | "SalaryPayment";
    Amount: number;
    PartyB: string;
    Remarks: string;
    Occassion: string;
    OriginatorConversationID: string;
}>;
export declare const readB2cPaymentV1: (request: Request) => Promise<{
    SecurityCredential: string;
    PartyA: string;
    ResultURL: string;
    QueueTimeOutURL: string;
    InitiatorName: string;
    CommandID: "BusinessPayment" | "PromotionPayment" | "SalaryPayment";
    Amount: number;
    PartyB: string;
    Remarks: string;
    Occassion: string;
}>;
export declare const readStatusQuestion: (request: Request) => Promise<{
    SecurityCredential: string;
    PartyA: string;
    ResultURL: string;
    QueueTimeOutURL: string;
    Initiator: string;
    CommandID: "TransactionStatusQuery";
    TransactionID: string | undefined;
    OriginalConversationID: string | undefined;
    IdentifierType: "4";
    Remarks: string;
    Occasion: string;
}>;
/** The Password must be made of the shortcode, the passkey and the very Timestamp of this request (daraja §2). */
export declare function checkCredentials(sent: {
    BusinessShortCode: string;
    Password: string;
    Timestamp: string;
}, shop: {
    shortcode: string;
    passkey: string;
}): void;
export {};
