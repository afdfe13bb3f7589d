/** Error codes with their usual HTTP status and text (daraja §1). The cases of 500.001.1001 differ only in their text. */
declare const refusals: {
    readonly wrongAuthType: [400, "400.008.01", "Invalid Authentication passed"];
    readonly wrongGrantType: [400, "400.008.02", "Invalid grant type passed"];
    readonly invalidField: [400, "400.002.02", "Bad Request - Invalid {field}"];
    readonly invalidNumber: [400, "400.002.02", "Bad Request - Invalid PhoneNumber"];
    readonly invalidPayload: [400, "400.002.05", "Invalid Request Payload"];
    readonly invalidInitiator: [400, "400.002.02", "Bad Request - Invalid InitiatorName"];
    readonly wrongUrl: [404, "404.001.01", "Resource not found"];
    readonly invalidToken: [404, "404.001.03", "Invalid Access Token"];
    readonly wrongMethod: [405, "405.001", "Method Not Allowed"];
    readonly unknownMerchant: [500, "500.001.1001", "Merchant does not exist"];
    readonly wrongCredentials: [500, "500.001.1001", "Wrong credentials"];
    readonly locked: [500, "500.001.1001", "Unable to lock subscriber, a transaction is already in process for the current subscriber"];
    readonly processing: [500, "500.001.1001", "The transaction is being processed"];
    readonly processing200: [200, "500.001.1001", ""];
    readonly unknownTransaction: [500, "500.001.1001", "The transaction does not Exist"];
    readonly duplicate: [500, "500.002.1001", "Duplicate OriginatorConversationID."];
    readonly maintenance: [500, "500.002.1001", "Service is currently under maintenance. Please try again later"];
    readonly spikeArrest: [500, "500.003.02", "Error Occurred: Spike Arrest Violation"];
    readonly quota: [500, "500.003.03", "Error Occurred: Quota Violation"];
    readonly internal: [500, "500.003.1001", "Internal Server Error"];
};
export type Refusal = keyof typeof refusals;
/** A refusal; answered in Safaricom's envelope by `wire.ts`. */
export declare class WireError extends Error {
    readonly status: number;
    readonly errorCode: string;
    constructor(refusal: Refusal, options?: {
        field?: string;
        status?: number;
    });
    body(): {
        requestId: string;
        errorCode: string;
        errorMessage: string;
    };
}
/** `5dbd-4f93-a478-41cdaf2b9acd86873`: the newer of Daraja's two formats, for request ids and merchant request ids. */
export declare function requestId(): string;
export {};
