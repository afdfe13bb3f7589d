import { randomBytes, randomInt } from 'node:crypto';
import { wireStamp } from './nairobi-time.js';
import { payoutResultBody, timeoutBody } from './payout-notices.js';
import { WireError } from './wire-errors.js';
/** M-Pesa's minimum payout in whole KSh (daraja §5). */
const minPayout = 10;
export function createDisbursements({ book, payouts, faults, delivery, initiator, newReceipt, now }) {
    const arriving = new Set();
    /** Money of payouts whose entry is being written. */
    let leaving = 0;
    // Payouts accepted before a kill are still made.
    for (const payout of payouts.list())
        if (!payout.result)
            delivery.follow(carry(payout));
    async function accept(payment) {
        const id = payment.OriginatorConversationID ?? unusedId();
        if (arriving.has(id) || payouts.find(id))
            throw new WireError('duplicate');
        arriving.add(id);
        try {
            const verdict = await initiator.judge(payment.InitiatorName, payment.SecurityCredential);
            await record(newPayout(payment, id, verdict));
            const payout = payouts.find(id);
            delivery.follow(carry(payout, faults.take('payoutResult', payout.phone)));
            return payout;
        }
        finally {
            arriving.delete(id);
        }
    }
    async function carry(payout, fault) {
        if (fault?.timeout)
            await tell(payout, 'timeout', timeoutBody(payout), false);
        await delivery.pause(fault?.afterMs ?? 0);
        if (delivery.isStopping() || fault?.never)
            return;
        await settle(payout, fault?.code ?? ruling(payout));
        await delivery.pause(fault?.delayMs ?? 0);
        if (delivery.isStopping())
            return;
        const body = payoutResultBody(payout, payouts.funds(), fault);
        const copies = Array.from({ length: fault?.copies ?? 1 }, () => tell(payout, 'result', body, fault?.drop ?? false));
        await Promise.all(copies);
    }
    /** The result code by M-Pesa's own rules. */
    function ruling({ verdict, amount }) {
        if (verdict)
            return verdict;
        if (amount < minPayout)
            return '2';
        return amount > payouts.funds() - leaving ? '1' : '0';
    }
    async function settle(payout, code) {
        const at = now();
        const leaves = code === '0' ? payout.amount : 0;
        leaving += leaves;
        await record({ kind: 'payoutResult', at: at.toISOString(), conversationId: payout.conversationId, code, transactionId: newReceipt(at) });
        leaving -= leaves;
    }
    async function tell(payout, what, body, drop) {
        const url = what === 'result' ? payout.resultUrl : payout.timeoutUrl;
        const told = drop ? { outcome: 'dropped' } : await delivery.post(url, payout.shortcode, body);
        await record({ kind: 'payoutNotice', at: now().toISOString(), conversationId: payout.conversationId, what, ...told });
    }
    async function record(entry) {
        await book.append(entry);
        payouts.apply(entry);
    }
    function unusedId() {
        const id = originatorConversationId();
        return arriving.has(id) || payouts.find(id) ? unusedId() : id;
    }
    function newPayout(payment, id, verdict) {
        const at = now();
        return {
            kind: 'payout',
            at: at.toISOString(),
            conversationId: conversationId(at),
            originatorConversationId: id,
            phone: payment.PartyB,
            amount: payment.Amount,
            remarks: payment.Remarks,
            occasion: payment.Occassion,
            shortcode: payment.PartyA,
            resultUrl: payment.ResultURL,
            timeoutUrl: payment.QueueTimeOutURL,
            verdict,
        };
    }
    return { accept, setFunds: (amount) => record({ kind: 'funds', at: now().toISOString(), amount }) };
}
/** `AG_20261120_000066640d277b9e519e`. */
export function conversationId(at) {
    return `AG_${wireStamp(at).slice(0, 8)}_${randomBytes(10).toString('hex')}`;
}
/** `16740-34861180-1`: for a request without one. */
export function originatorConversationId() {
    return `${randomInt(1000, 100_000)}-${randomInt(1e6, 1e8)}-1`;
}
