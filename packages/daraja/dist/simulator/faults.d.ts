import { z } from 'zod';
declare const fault: z.ZodDiscriminatedUnion<[z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    ms: z.ZodDefault<z.ZodInt>;
    status: z.ZodOptional<z.ZodInt>;
    works: z.ZodDefault<z.ZodBoolean>;
    at: z.ZodLiteral<"auth">;
    answer: z.ZodEnum<{
        cut: "cut";
        empty: "empty";
        hang: "hang";
        html: "html";
        internal: "internal";
        lostReply: "lostReply";
        plain500: "plain500";
        quota: "quota";
        spikeArrest: "spikeArrest";
        worthlessToken: "worthlessToken";
        wrongAuthType: "wrongAuthType";
    }>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    ms: z.ZodDefault<z.ZodInt>;
    status: z.ZodOptional<z.ZodInt>;
    works: z.ZodDefault<z.ZodBoolean>;
    at: z.ZodLiteral<"submit">;
    phone: z.ZodOptional<z.ZodString>;
    answer: z.ZodEnum<{
        cut: "cut";
        empty: "empty";
        hang: "hang";
        html: "html";
        internal: "internal";
        invalidNumber: "invalidNumber";
        invalidToken: "invalidToken";
        locked: "locked";
        lostReply: "lostReply";
        plain500: "plain500";
        quota: "quota";
        spikeArrest: "spikeArrest";
    }>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    ms: z.ZodDefault<z.ZodInt>;
    status: z.ZodOptional<z.ZodInt>;
    works: z.ZodDefault<z.ZodBoolean>;
    at: z.ZodLiteral<"query">;
    phone: z.ZodOptional<z.ZodString>;
    answer: z.ZodEnum<{
        contradict: "contradict";
        cut: "cut";
        empty: "empty";
        hang: "hang";
        html: "html";
        internal: "internal";
        invalidToken: "invalidToken";
        lostReply: "lostReply";
        pending: "pending";
        plain500: "plain500";
        processing: "processing";
        processing200: "processing200";
        quota: "quota";
        spikeArrest: "spikeArrest";
        unknownTransaction: "unknownTransaction";
    }>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    ms: z.ZodDefault<z.ZodInt>;
    status: z.ZodOptional<z.ZodInt>;
    works: z.ZodDefault<z.ZodBoolean>;
    at: z.ZodLiteral<"payout">;
    phone: z.ZodOptional<z.ZodString>;
    answer: z.ZodEnum<{
        cut: "cut";
        empty: "empty";
        hang: "hang";
        html: "html";
        internal: "internal";
        invalidInitiator: "invalidInitiator";
        invalidNumber: "invalidNumber";
        invalidToken: "invalidToken";
        lostReply: "lostReply";
        maintenance: "maintenance";
        plain500: "plain500";
        quota: "quota";
        spikeArrest: "spikeArrest";
    }>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    ms: z.ZodDefault<z.ZodInt>;
    status: z.ZodOptional<z.ZodInt>;
    works: z.ZodDefault<z.ZodBoolean>;
    at: z.ZodLiteral<"status">;
    phone: z.ZodOptional<z.ZodString>;
    answer: z.ZodEnum<{
        cut: "cut";
        empty: "empty";
        hang: "hang";
        html: "html";
        internal: "internal";
        invalidToken: "invalidToken";
        lostReply: "lostReply";
        maintenance: "maintenance";
        plain500: "plain500";
        quota: "quota";
        spikeArrest: "spikeArrest";
    }>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    at: z.ZodLiteral<"payoutResult">;
    phone: z.ZodOptional<z.ZodString>;
    code: z.ZodOptional<z.ZodString>;
    timeout: z.ZodDefault<z.ZodBoolean>;
    afterMs: z.ZodDefault<z.ZodInt>;
    never: z.ZodDefault<z.ZodBoolean>;
    drop: z.ZodDefault<z.ZodBoolean>;
    copies: z.ZodDefault<z.ZodInt>;
    delayMs: z.ZodDefault<z.ZodInt>;
    amount: z.ZodOptional<z.ZodNumber>;
    without: z.ZodDefault<z.ZodArray<z.ZodEnum<{
        ReceiverPartyPublicName: "ReceiverPartyPublicName";
        TransactionAmount: "TransactionAmount";
        TransactionCompletedDateTime: "TransactionCompletedDateTime";
        TransactionReceipt: "TransactionReceipt";
    }>>>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    at: z.ZodLiteral<"statusResult">;
    phone: z.ZodOptional<z.ZodString>;
    code: z.ZodOptional<z.ZodString>;
    status: z.ZodOptional<z.ZodString>;
    timeout: z.ZodDefault<z.ZodBoolean>;
    drop: z.ZodDefault<z.ZodBoolean>;
    copies: z.ZodDefault<z.ZodInt>;
    delayMs: z.ZodDefault<z.ZodInt>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    ms: z.ZodDefault<z.ZodInt>;
    status: z.ZodOptional<z.ZodInt>;
    works: z.ZodDefault<z.ZodBoolean>;
    at: z.ZodLiteral<"sms">;
    phone: z.ZodOptional<z.ZodString>;
    answer: z.ZodEnum<{
        code: "code";
        cut: "cut";
        empty: "empty";
        hang: "hang";
        html: "html";
        lostReply: "lostReply";
        plain500: "plain500";
    }>;
    code: z.ZodOptional<z.ZodInt>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    at: z.ZodLiteral<"result">;
    phone: z.ZodOptional<z.ZodString>;
    code: z.ZodString;
    afterMs: z.ZodDefault<z.ZodInt>;
    thenPaidAfterMs: z.ZodOptional<z.ZodInt>;
}, z.core.$strict>, z.ZodObject<{
    times: z.ZodDefault<z.ZodUnion<readonly [z.ZodInt, z.ZodLiteral<"always">]>>;
    chance: z.ZodDefault<z.ZodNumber>;
    at: z.ZodLiteral<"callback">;
    phone: z.ZodOptional<z.ZodString>;
    drop: z.ZodDefault<z.ZodBoolean>;
    copies: z.ZodDefault<z.ZodInt>;
    delayMs: z.ZodDefault<z.ZodInt>;
    contradict: z.ZodOptional<z.ZodEnum<{
        failureFirst: "failureFirst";
        failureLast: "failureLast";
    }>>;
    afterQuery: z.ZodDefault<z.ZodBoolean>;
    amount: z.ZodOptional<z.ZodNumber>;
    without: z.ZodDefault<z.ZodArray<z.ZodEnum<{
        Amount: "Amount";
        Balance: "Balance";
        MpesaReceiptNumber: "MpesaReceiptNumber";
        PhoneNumber: "PhoneNumber";
        TransactionDate: "TransactionDate";
    }>>>;
    valueless: z.ZodDefault<z.ZodArray<z.ZodEnum<{
        Amount: "Amount";
        Balance: "Balance";
        MpesaReceiptNumber: "MpesaReceiptNumber";
        PhoneNumber: "PhoneNumber";
        TransactionDate: "TransactionDate";
    }>>>;
}, z.core.$strict>], "at">;
export type FaultInput = z.input<typeof fault>;
export type Fault = z.output<typeof fault>;
export type FaultAt<Stage extends Fault['at']> = Extract<Fault, {
    at: Stage;
}>;
export interface Faults {
    /** Throws a ZodError for an invalid fault. */
    add(input: unknown): {
        id: string;
    } & Fault;
    /** Takes the oldest matching fault of this stage and decrements its count. */
    take<Stage extends Fault['at']>(at: Stage, phone?: string, fits?: (fault: FaultAt<Stage>) => boolean): FaultAt<Stage> | undefined;
    list(): ({
        id: string;
    } & Fault)[];
    clear(id?: string): void;
}
export declare function createFaults(random: () => number): Faults;
export {};
