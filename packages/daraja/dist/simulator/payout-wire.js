import { Hono } from 'hono';
import { answerError, reply } from './replies.js';
import { readB2cPayment, readB2cPaymentV1, readStatusQuestion } from './requests.js';
import { WireError } from './wire-errors.js';
const payments = { '/mpesa/b2c/v3/paymentrequest': readB2cPayment, '/mpesa/b2c/v1/paymentrequest': readB2cPaymentV1 };
const statusPath = '/mpesa/transactionstatus/v1/query';
/** Safaricom's side of payouts: paths, envelopes and texts of daraja §5 and §6. */
export function createPayoutWire({ shortcode, shopShortcode, tokens, faults, disbursements, inquiries }) {
    const wire = new Hono();
    wire.onError((cause, c) => answerError(c, cause));
    for (const [path, read] of Object.entries(payments)) {
        wire.post(path, async (c) => {
            tokens.check(c.req.header('authorization'));
            const payment = await read(c.req.raw);
            checkParty(payment.PartyA, shortcode);
            return reply(c, faults.take('payout', payment.PartyB), async () => c.json(acceptance(await disbursements.accept(payment))));
        });
    }
    wire.post(statusPath, async (c) => {
        tokens.check(c.req.header('authorization'));
        const question = await readStatusQuestion(c.req.raw);
        checkParty(question.PartyA, shortcode, shopShortcode);
        return reply(c, faults.take('status', inquiries.subjectOf(question)?.phone), async () => c.json(acceptance(await inquiries.accept(question))));
    });
    for (const path of [...Object.keys(payments), statusPath])
        wire.all(path, wrongMethod);
    return wire;
}
function checkParty(partyA, ...own) {
    if (!own.includes(partyA))
        throw new WireError('invalidField', { field: 'PartyA' });
}
function acceptance(ids) {
    return {
        ConversationID: ids.conversationId,
        OriginatorConversationID: ids.originatorConversationId,
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
    };
}
function wrongMethod() {
    throw new WireError('wrongMethod');
}
