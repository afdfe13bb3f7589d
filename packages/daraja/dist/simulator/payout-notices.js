import { resultStamp } from './nairobi-time.js';
/** The registered name of every subscriber. */
export const customer = 'JOHN DOE';
/** The description of each code of daraja §5. Real descriptions vary, so clients must not depend on them. */
const descriptions = {
    '0': 'The service request is processed successfully.',
    '1': 'The balance is insufficient for the transaction.',
    '2': 'Declined due to limit rule: less than the minimum transaction amount.',
    '3': 'Declined due to limit rule: greater than the maximum transaction amount.',
    '4': 'Declined due to limit rule: would exceed daily transfer limit.',
    '8': 'Declined due to limit rule: would exceed the maximum balance.',
    '11': 'The DebitParty is in an invalid state.',
    '21': 'The initiator is not allowed to initiate this request.',
    '26': 'System busy. The service request is not processed.',
    '2001': 'The initiator information is invalid.',
    '2006': 'Declined due to account rule: The account status does not allow this transaction.',
    '2028': 'The request is not permitted according to product assignment.',
    '2040': 'Credit Party customer type (Unregistered or Registered Customer) can’t be supported by the service.',
    '8006': 'The security credential is locked.',
    R000002: 'The transaction was not found.',
    SFC_IC0003: 'The operator does not exist.',
};
/** The body posted to a payout's ResultURL. A failure has no parameters but does have a TransactionID (daraja §5). */
export function payoutResultBody(payout, funds, fault) {
    const { code, transactionId, at } = payout.result;
    const parameters = [
        { Key: 'TransactionAmount', Value: fault?.amount ?? payout.amount },
        { Key: 'TransactionReceipt', Value: transactionId },
        { Key: 'ReceiverPartyPublicName', Value: `${payout.phone} - ${customer}` },
        { Key: 'TransactionCompletedDateTime', Value: resultStamp(new Date(at)) },
        { Key: 'B2CUtilityAccountAvailableFunds', Value: funds },
        { Key: 'B2CWorkingAccountAvailableFunds', Value: 0 },
        { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
        { Key: 'B2CChargesPaidAccountAvailableFunds', Value: 0 },
    ].filter(({ Key }) => !fault?.without?.includes(Key));
    return resultBody({ ...payout, code, transactionId }, code === '0' ? parameters : undefined, payout.timeoutUrl);
}
/** The body posted to the QueueTimeOutURL. Undocumented; this is the shape that shops have observed. It looks like a failure, but is not one. */
export function timeoutBody(ids) {
    return JSON.stringify({
        Result: {
            ResultType: 0,
            ResultCode: 1,
            ResultDesc: 'The service request has timed out.',
            OriginatorConversationID: ids.originatorConversationId,
            ConversationID: ids.conversationId,
        },
    });
}
/** The common envelope of the results of payouts and status queries. */
export function resultBody({ code, transactionId, ...ids }, parameters, timeoutUrl) {
    return JSON.stringify({
        Result: {
            ResultType: 0,
            ResultCode: /^\d+$/.test(code) ? Number(code) : code,
            ResultDesc: descriptions[code] ?? 'The service request failed.',
            OriginatorConversationID: ids.originatorConversationId,
            ConversationID: ids.conversationId,
            TransactionID: transactionId,
            ResultParameters: parameters && { ResultParameter: parameters },
            ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: timeoutUrl } },
        },
    });
}
