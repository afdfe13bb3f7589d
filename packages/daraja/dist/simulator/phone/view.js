import { messageStamp } from '../nairobi-time.js';
import { receiptOf } from '../payouts.js';
import { refusalMessage } from '../results.js';
import { formatShillings } from './formats.js';
export function phoneView(phone, { prompts, payouts, subscribers, inbox, shop }) {
    const open = prompts.openOn(phone);
    const newestFirst = (messages) => messages.sort((one, other) => other.at.localeCompare(one.at));
    const money = newestFirst([
        ...prompts.list(phone).flatMap((prompt) => messagesOf(prompt, shop)),
        ...payouts.list(phone).flatMap((payout) => receivedOf(payout, shop)),
    ]);
    const texts = inbox.list(phone).map(({ from, text, at }) => ({ lead: from, text, at, mood: 'sms' }));
    return {
        phone,
        open: open && { id: open.checkoutRequestId, amount: formatShillings(open.amount), reference: open.reference, expiresAt: open.expiresAt },
        messages: newestFirst([...texts, ...money]),
        latest: money[0],
        told: money.length,
        lowBalance: subscribers.hasLowBalance(phone),
    };
}
/** Numbers that have had requests, money or messages, those with an open request first, then the latest; at most 20. */
export function recentNumbers({ prompts, payouts, inbox }) {
    const rang = [...prompts.list(), ...payouts.list(), ...inbox.list()].sort((one, other) => other.at.localeCompare(one.at));
    const phones = [...new Set(rang.map(({ phone }) => phone))].map((phone) => ({ phone, open: prompts.openOn(phone) !== undefined }));
    return phones.sort((one, other) => Number(other.open) - Number(one.open)).slice(0, 20);
}
function messagesOf(prompt, shop) {
    const amount = formatShillings(prompt.amount);
    return prompt.results.map(({ code, at, receipt }) => receipt
        ? { lead: `${receipt} Confirmed.`, text: `${amount} paid to ${shop} on ${messageStamp(new Date(at))}.`, at, mood: 'paid' }
        : { text: refusalMessage(code, amount, shop), at, mood: 'failed' });
}
/** Failed payouts send no message to the phone. */
function receivedOf(payout, shop) {
    const receipt = receiptOf(payout);
    if (!receipt || !payout.result)
        return [];
    const { at } = payout.result;
    const text = `You have received ${formatShillings(payout.amount)} from ${shop} on ${messageStamp(new Date(at))}.`;
    return [{ lead: `${receipt} Confirmed.`, text, at, mood: 'paid' }];
}
