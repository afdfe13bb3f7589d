import { conversationId, originatorConversationId } from './disbursements.js';
import { wireStamp } from './nairobi-time.js';
import { customer, resultBody, timeoutBody } from './payout-notices.js';
import { payoutState } from './payouts.js';
export function createInquiries({ payouts, prompts, faults, delivery, initiator, shop, now }) {
    async function accept(question) {
        const verdict = await initiator.judge(question.Initiator, question.SecurityCredential);
        const transaction = subjectOf(question);
        const fault = faults.take('statusResult', transaction?.phone);
        const ids = { conversationId: conversationId(now()), originatorConversationId: originatorConversationId() };
        delivery.follow(carry(question, ids, transaction, verdict, fault));
        return ids;
    }
    function subjectOf({ PartyA, TransactionID = '', OriginalConversationID = '' }) {
        const payout = payouts.find(OriginalConversationID) ?? payouts.findByTransaction(TransactionID);
        const prompt = prompts.findByReceipt(TransactionID);
        const transaction = payout ? ofPayout(payout, shop) : prompt && ofPrompt(prompt, TransactionID, shop);
        return transaction?.shortcode === PartyA ? transaction : undefined;
    }
    async function carry(question, ids, transaction, verdict, fault) {
        await delivery.pause(fault?.delayMs ?? 0);
        if (delivery.isStopping() || fault?.drop)
            return;
        if (fault?.timeout)
            return void (await delivery.post(question.QueueTimeOutURL, question.PartyA, timeoutBody(ids)));
        const code = fault?.code ?? verdict ?? (transaction ? '0' : unknownTransaction);
        const body = statusResultBody({ ...ids, code, timeoutUrl: question.QueueTimeOutURL }, transaction, fault?.status);
        const copies = Array.from({ length: fault?.copies ?? 1 }, () => delivery.post(question.ResultURL, question.PartyA, body));
        await Promise.all(copies);
    }
    return { accept, subjectOf };
}
/** The answer for an unknown transaction is undocumented; this is the code that reversals use. */
const unknownTransaction = 'R000002';
function ofPayout(payout, shop) {
    return {
        ...payout,
        status: { open: 'Authorized', paid: 'Completed', failed: 'Declined' }[payoutState(payout)],
        debitParty: `${payout.shortcode} - ${shop}`,
        creditParty: `${payout.phone} - ${customer}`,
        account: 'Utility Account',
        reason: 'Business Payment to Customer via API',
        startedAt: payout.at,
        endedAt: payout.result?.at,
        receipt: payout.result?.transactionId,
    };
}
/** A prompt that was paid with this receipt; unpaid ones have no receipt and cannot be queried here. */
function ofPrompt({ shortcode, phone, amount, at, results }, receipt, shop) {
    return {
        shortcode,
        phone,
        amount,
        status: 'Completed',
        debitParty: `${phone} - ${customer}`,
        creditParty: `${shortcode} - ${shop}`,
        account: 'MMF Account For Customer',
        reason: 'Pay Bill Online',
        startedAt: at,
        endedAt: results.find((result) => result.receipt === receipt)?.at,
        receipt,
    };
}
/** The TransactionID of a status query, which moves no money. */
const noTransaction = 'MAS0000000';
/** The body posted to a status query's ResultURL; its ids are the query's (daraja §6). */
function statusResultBody(question, transaction, status) {
    const parameters = question.code === '0' && transaction ? parametersOf(transaction, status) : undefined;
    return resultBody({ ...question, transactionId: noTransaction }, parameters, question.timeoutUrl);
}
function parametersOf(transaction, status) {
    const { originatorConversationId, conversationId, receipt } = transaction;
    return [
        { Key: 'DebitPartyName', Value: transaction.debitParty },
        { Key: 'CreditPartyName', Value: transaction.creditParty },
        ...(originatorConversationId ? [{ Key: 'OriginatorConversationID', Value: originatorConversationId }] : []),
        ...(conversationId ? [{ Key: 'ConversationID', Value: conversationId }] : []),
        { Key: 'InitiatedTime', Value: Number(wireStamp(new Date(transaction.startedAt))) },
        { Key: 'FinalisedTime', Value: Number(wireStamp(new Date(transaction.endedAt ?? transaction.startedAt))) },
        { Key: 'DebitAccountType', Value: transaction.account },
        { Key: 'TransactionReason' },
        { Key: 'ReasonType', Value: transaction.reason },
        { Key: 'TransactionStatus', Value: status ?? transaction.status },
        { Key: 'Amount', Value: String(transaction.amount) },
        ...(receipt ? [{ Key: 'ReceiptNo', Value: receipt }] : []),
    ];
}
