import { payoutState, receiptOf } from './payouts.js';
import { resultOf, stateOf } from './prompts.js';
import { pin } from './subscribers.js';
export function createControl({ faults, prompts, subscribers, tokens, delivery, payouts, disbursements, initiator, keys, inbox }) {
    return {
        fault: faults.add,
        faults: faults.list,
        clearFaults: faults.clear,
        answerAutomatically: subscribers.answerAutomatically,
        stopAnswering: subscribers.stopAnswering,
        answer: async (checkoutRequestId, answer) => {
            const prompt = prompts.find(checkoutRequestId);
            if (!prompt)
                throw new RangeError(`no prompt ${checkoutRequestId}`);
            return subscribers.answer(prompt, answer === 'cancel' ? answer : { pin: pin.parse(answer.pin) });
        },
        setLowBalance: subscribers.setLowBalance,
        revokeToken: tokens.revoke,
        prompts: (phone) => prompts.list(phone).map(promptView),
        payouts: (phone) => payouts.list(phone).map(payoutView),
        messages: inbox.list,
        setFunds: disbursements.setFunds,
        certificate: keys.certificate,
        book: () => {
            const payments = prompts.list().flatMap(paymentView);
            const paidOut = payouts.list().flatMap(paidPayoutView);
            return { payments, total: totalOf(payments), payouts: paidOut, paidOut: totalOf(paidOut), funds: payouts.funds() };
        },
        settled: delivery.settled,
        reset: () => {
            faults.clear();
            subscribers.reset();
            initiator.unlock();
        },
    };
}
function promptView(prompt) {
    const { at, shortcode: _, callbackUrl: __, ...facts } = prompt;
    const result = resultOf(prompt);
    return { ...facts, state: stateOf(prompt), code: result?.code ?? null, receipt: result?.receipt ?? null, acceptedAt: at };
}
function paymentView(prompt) {
    const { checkoutRequestId, merchantRequestId, amount, phone, reference } = prompt;
    const result = resultOf(prompt);
    return result?.receipt ? [{ receipt: result.receipt, checkoutRequestId, merchantRequestId, amount, phone, reference, paidAt: result.at }] : [];
}
function payoutView(payout) {
    const { at, shortcode: _, resultUrl: __, timeoutUrl: ___, verdict: ____, result, ...facts } = payout;
    return { ...facts, state: payoutState(payout), code: result?.code ?? null, receipt: receiptOf(payout), acceptedAt: at };
}
function paidPayoutView(payout) {
    const { conversationId, originatorConversationId, amount, phone, result } = payout;
    const receipt = receiptOf(payout);
    return receipt && result ? [{ receipt, conversationId, originatorConversationId, amount, phone, paidAt: result.at }] : [];
}
function totalOf(all) {
    return all.reduce((sum, { amount }) => sum + amount, 0);
}
