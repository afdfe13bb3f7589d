import { createAlarms } from './alarms.js';
import { idStamp } from './nairobi-time.js';
import { stateOf } from './prompts.js';
import { requestId, WireError } from './wire-errors.js';
export function createPayments(parts) {
    const { book, prompts, faults, courier, newReceipt, now, promptLifeMs, ruleWindowMs } = parts;
    const alarms = createAlarms();
    const arriving = new Set();
    const ending = new Set();
    const listeners = [];
    for (const prompt of prompts.list())
        if (stateOf(prompt) === 'open')
            expireInTime(prompt);
    async function accept(push) {
        const phone = push.PhoneNumber;
        if (arriving.has(phone) || prompts.openOn(phone))
            throw new WireError('locked');
        arriving.add(phone);
        try {
            const entry = newPrompt(push);
            await record(entry);
            const prompt = prompts.find(entry.checkoutRequestId);
            expireInTime(prompt);
            open(prompt, push);
            return prompt;
        }
        finally {
            arriving.delete(phone);
        }
    }
    function open(prompt, push) {
        const imposed = faults.take('result', prompt.phone) ?? ruling(prompt, push);
        if (imposed)
            alarms.after(imposed.afterMs, () => impose(prompt, imposed));
        else
            for (const listener of listeners)
                listener(prompt);
    }
    /** The result by M-Pesa's own rules, before the prompt reaches the phone. */
    function ruling(prompt, push) {
        if (push.TransactionType === 'CustomerPayBillOnline' && push.PartyB !== push.BusinessShortCode)
            return { code: '2028', afterMs: 0 };
        const lastPaid = prompts.lastPaid(prompt.phone, prompt.amount);
        const isRepeat = lastPaid !== undefined && now().getTime() - Date.parse(lastPaid) < ruleWindowMs;
        return isRepeat ? { code: '17', afterMs: 0 } : undefined;
    }
    async function impose(prompt, { code, thenPaidAfterMs }) {
        const ended = await end(prompt, code);
        if (ended && code !== '0' && thenPaidAfterMs !== undefined)
            alarms.after(thenPaidAfterMs, () => writeResult(prompt, '0'));
    }
    function expireInTime(prompt) {
        alarms.after(Math.max(0, Date.parse(prompt.expiresAt) - now().getTime()), () => end(prompt, '1037'));
    }
    async function end(prompt, code) {
        if (stateOf(prompt) !== 'open' || ending.has(prompt.checkoutRequestId))
            return false;
        ending.add(prompt.checkoutRequestId);
        try {
            await writeResult(prompt, code);
            return true;
        }
        finally {
            ending.delete(prompt.checkoutRequestId);
        }
    }
    async function writeResult(prompt, code) {
        const { checkoutRequestId, phone, amount, reference } = prompt;
        const at = now();
        const receipt = code === '0' ? newReceipt(at) : undefined;
        await record({ kind: 'result', at: at.toISOString(), checkoutRequestId, code, receipt, amount, phone, reference });
        courier.send(prompt, prompt.results.at(-1));
    }
    async function record(entry) {
        await book.append(entry);
        prompts.apply(entry);
    }
    function newPrompt(push) {
        const at = now();
        return {
            kind: 'prompt',
            at: at.toISOString(),
            checkoutRequestId: newCheckoutId(at, push.PhoneNumber),
            merchantRequestId: requestId(),
            phone: push.PhoneNumber,
            amount: push.Amount,
            reference: push.AccountReference,
            description: push.TransactionDesc,
            shortcode: push.BusinessShortCode,
            callbackUrl: push.CallBackURL,
            expiresAt: new Date(at.getTime() + promptLifeMs).toISOString(),
        };
    }
    /** `ws_CO_` + day and time in Nairobi + milliseconds + the last nine digits of the phone (daraja §2). */
    function newCheckoutId(at, phone) {
        const id = `ws_CO_${idStamp(at)}${at.getMilliseconds()}${phone.slice(-9)}`;
        return prompts.find(id) ? newCheckoutId(new Date(at.getTime() + 1), phone) : id;
    }
    return { accept, end, onOpen: (listener) => listeners.push(listener), stop: alarms.clear };
}
