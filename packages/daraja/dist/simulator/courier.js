import { wireStamp } from './nairobi-time.js';
import { resultDesc } from './results.js';
export function createCourier({ book, prompts, faults, delivery, now }) {
    const held = new Map();
    function send(prompt, result) {
        const fault = faults.take('callback', prompt.phone);
        const rounds = planCallbacks(prompt, result, fault);
        const go = () => delivery.follow(travel(prompt, rounds, fault));
        if (fault?.afterQuery)
            held.set(prompt.checkoutRequestId, go);
        else
            go();
    }
    async function travel(prompt, rounds, fault) {
        await delivery.pause(fault?.delayMs ?? 0);
        for (const round of rounds) {
            if (delivery.isStopping())
                return;
            await Promise.all(round.map((callback) => tell(prompt, callback, fault?.drop ?? false)));
        }
    }
    async function tell(prompt, { code, body }, drop) {
        const told = drop ? { outcome: 'dropped' } : await delivery.post(prompt.callbackUrl, prompt.shortcode, body);
        const entry = { kind: 'callback', at: now().toISOString(), checkoutRequestId: prompt.checkoutRequestId, code, ...told };
        await book.append(entry);
        prompts.apply(entry);
    }
    return {
        send,
        release: (id) => {
            held.get(id)?.();
            held.delete(id);
        },
    };
}
/** The callbacks of a result in rounds: rounds are sent in sequence, copies within a round at the same time. Real Daraja sends one callback (daraja §4). */
function planCallbacks(prompt, result, fault) {
    const truth = { code: result.code, body: callbackBody(prompt, result, fault) };
    const copies = Array(fault?.copies ?? 1).fill(truth);
    if (!fault?.contradict || !result.receipt)
        return [copies];
    const lie = { code: '1037', at: result.at };
    const untrue = [{ code: lie.code, body: callbackBody(prompt, lie) }];
    return fault.contradict === 'failureFirst' ? [untrue, copies] : [copies, untrue];
}
/** The body that Safaricom posts to CallBackURL: numbers where the query has strings, and no CallbackMetadata for a failure (daraja §2). */
export function callbackBody(prompt, result, fault) {
    return JSON.stringify({
        Body: {
            stkCallback: {
                MerchantRequestID: prompt.merchantRequestId,
                CheckoutRequestID: prompt.checkoutRequestId,
                ResultCode: /^\d+$/.test(result.code) ? Number(result.code) : result.code,
                ResultDesc: resultDesc(result.code),
                CallbackMetadata: result.receipt === undefined ? undefined : { Item: items(prompt, result, fault) },
            },
        },
    });
}
function items(prompt, result, fault) {
    const all = [
        { Name: 'Amount', Value: decimal(fault?.amount ?? prompt.amount) },
        { Name: 'MpesaReceiptNumber', Value: result.receipt },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: Number(wireStamp(new Date(result.at))) },
        { Name: 'PhoneNumber', Value: Number(prompt.phone) },
    ];
    return all.filter(({ Name }) => !fault?.without.includes(Name)).map((item) => (fault?.valueless.includes(item.Name) ? { Name: item.Name } : item));
}
/** Safaricom writes the amount as `1.00`, which JSON can hold and a JavaScript number cannot. */
function decimal(amount) {
    return JSON.rawJSON(amount.toFixed(2));
}
