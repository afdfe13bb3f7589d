/**
 * Every STK ResultCode of daraja §2: `desc` is the ResultDesc, `message` the text on the phone, with placeholders for amount and shop. Real descriptions
 * vary, so clients must not depend on them.
 */
const results = {
    '0': { desc: 'The service request is processed successfully.' },
    '1': { desc: 'The balance is insufficient for the transaction.', message: 'Failed. You do not have enough money to pay {amount} to {shop}.' },
    '2': { desc: 'Declined due to limit rule: less than the minimum transaction amount.', message: 'Failed. {amount} is below the smallest payment.' },
    '3': {
        desc: 'Declined due to limit rule: greater than the maximum transaction amount.',
        message: 'Failed. {amount} is above the largest payment.',
    },
    '4': { desc: 'Declined due to limit rule: would exceed daily transfer limit.', message: 'Failed. {amount} would pass your limit for today.' },
    '8': { desc: 'Declined due to limit rule: would exceed the maximum balance.', message: 'Failed. {shop} cannot receive {amount} now.' },
    '17': { desc: 'Rule limited.', message: 'Failed. The same amount was paid to {shop} a moment ago. Wait 2 minutes.' },
    '26': { desc: 'System busy. The service request is not processed.', message: 'Failed. The system is busy, try again later.' },
    '1001': {
        desc: 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
        message: 'Failed. Another request is open on this phone.',
    },
    '1019': { desc: 'Transaction has expired', message: 'The request of {amount} to {shop} has expired.' },
    '1025': { desc: 'An error occurred while sending a push request' },
    '9999': { desc: 'An error occurred while sending a push request' },
    '1032': { desc: 'Request cancelled by user', message: 'Request cancelled by user. {amount} was not paid to {shop}.' },
    '1037': { desc: 'DS timeout user cannot be reached', message: 'No answer in time. {amount} was not paid to {shop}.' },
    '2001': { desc: 'The initiator information is invalid.', message: 'Failed. You entered the wrong PIN. {amount} was not paid to {shop}.' },
    '2028': { desc: 'The request is not permitted according to product assignment.' },
    SFC_IC0003: { desc: 'The operator does not exist.' },
    '4999': { desc: 'The transaction is still under processing' },
    '8006': { desc: 'The security credential is locked.', message: 'Failed. Your PIN is locked. Call 100 or 200 to unlock it.' },
};
/** ResultDesc of a code, with a default for unknown codes. */
export function resultDesc(code) {
    return results[code]?.desc ?? 'The service request failed.';
}
/** The M-PESA message of a request that was not paid. */
export function refusalMessage(code, amount, shop) {
    const message = results[code]?.message ?? 'The request of {amount} to {shop} could not be completed.';
    return message.replace('{amount}', amount).replace('{shop}', shop);
}
