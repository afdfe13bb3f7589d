import type { FaultAt } from './faults.ts';
import type { Payout } from './payouts.ts';
/** The registered name of every subscriber. */
export declare const customer = "JOHN DOE";
/** The body posted to a payout's ResultURL. A failure has no parameters but does have a TransactionID (daraja §5). */
export declare function payoutResultBody(payout: Payout, funds: number, fault?: FaultAt<'payoutResult'>): string;
/** The body posted to the QueueTimeOutURL. Undocumented; this is the shape that shops have observed. It looks like a failure, but is not one. */
export declare function timeoutBody(ids: {
    originatorConversationId: string;
    conversationId: string;
}): string;
/** The common envelope of the results of payouts and status queries. */
export declare function resultBody({ code, transactionId, ...ids }: {
    originatorConversationId: string;
    conversationId: string;
    code: string;
    transactionId: string;
}, parameters: object[] | undefined, timeoutUrl: string): string;
