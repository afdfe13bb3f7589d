import { amountIn, at, codeIn, parseJson, phoneIn, receiptIn, textIn, valueNamed } from './mpesa-answers.js';
import { readNairobiDate, readNairobiTimestamp } from './request-bodies.js';
/** The shop's answer to every callback of M-Pesa, with any body (daraja §4). */
export const callbackAnswer = { ResultCode: 0, ResultDesc: 'Accepted' };
/** Reads the raw body of a callback. Never throws; null for anything that is no STK callback. */
export function readStkCallback(body) {
    const callback = at(at(parseJson(body), 'Body'), 'stkCallback');
    const checkoutRequestId = at(callback, 'CheckoutRequestID');
    const resultCode = codeIn(at(callback, 'ResultCode'));
    if (typeof checkoutRequestId !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(checkoutRequestId) || resultCode === null)
        return null;
    const items = at(at(callback, 'CallbackMetadata'), 'Item');
    return {
        checkoutRequestId,
        merchantRequestId: textIn(at(callback, 'MerchantRequestID')),
        resultCode,
        resultDesc: textIn(at(callback, 'ResultDesc')),
        amount: amountIn(valueNamed(items, 'Name', 'Amount')),
        receipt: receiptIn(valueNamed(items, 'Name', 'MpesaReceiptNumber')),
        paidAt: readNairobiTimestamp(valueNamed(items, 'Name', 'TransactionDate') ?? ''),
        phone: phoneIn(valueNamed(items, 'Name', 'PhoneNumber')),
    };
}
/** Reads the raw body that came to a payout's result address. Never throws; null for anything that is no result of a payout. */
export function readPayoutResult(body) {
    const read = readResult(body);
    // A status that came to the wrong address must not pass for the payout's own result.
    if (!read || read.value('TransactionStatus') !== null)
        return null;
    const { result, resultCode, resultDesc, value } = read;
    return {
        originatorConversationId: textIn(at(result, 'OriginatorConversationID')),
        conversationId: textIn(at(result, 'ConversationID')),
        resultCode,
        resultDesc,
        // A failure has a TransactionID as well; it is the receipt of nothing.
        receipt: resultCode === '0' ? receiptIn(value('TransactionReceipt') ?? textIn(at(result, 'TransactionID'))) : null,
        amount: amountIn(value('TransactionAmount')),
        completedAt: readNairobiDate(value('TransactionCompletedDateTime') ?? ''),
        recipient: recipientIn(value('ReceiverPartyPublicName')),
    };
}
/** Reads the raw body that came to the result address of a question. Never throws; null for anything that is no result. */
export function readTransactionStatus(body) {
    const read = readResult(body);
    if (!read)
        return null;
    const { resultCode, resultDesc, value } = read;
    const status = resultCode === '0' ? (value('TransactionStatus') ?? '') : '';
    const state = states.get(status.toLowerCase()) ?? 'unknown';
    return {
        state,
        status,
        resultCode,
        resultDesc,
        originatorConversationId: value('OriginatorConversationID'),
        receipt: state === 'completed' ? receiptIn(value('ReceiptNo')) : null,
        amount: amountIn(value('Amount')),
        completedAt: readNairobiTimestamp(value('FinalisedTime') ?? ''),
        recipient: recipientIn(value('CreditPartyName')),
    };
}
/** The statuses that daraja §6 names. */
const states = new Map([
    ['completed', 'completed'],
    ['declined', 'failed'],
    ['cancelled', 'failed'],
    ['expired', 'failed'],
    ['initiated', 'open'],
    ['authorized', 'open'],
]);
function readResult(body) {
    const result = at(parseJson(body), 'Result');
    const resultCode = codeIn(at(result, 'ResultCode'));
    if (resultCode === null)
        return null;
    const parameters = at(at(result, 'ResultParameters'), 'ResultParameter');
    const value = (key) => valueNamed(parameters, 'Key', key)?.replaceAll('\u0000', '') ?? null;
    return { result, resultCode, resultDesc: textIn(at(result, 'ResultDesc')), value };
}
/** `254705912645 - JOHN DOE`. */
function recipientIn(text) {
    const [, phone, name] = /^\s*(254[17]\d{8})\s*-\s*(.*?)\s*$/s.exec(text ?? '') ?? [null, null, text?.trim()];
    return { phone: phone ?? null, name: name?.slice(0, longestName) || null };
}
const longestName = 200;
