import { setTimeout as pause } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { WireError } from './wire-errors.js';
/** Faults that keep the real answer: it is only late, or the work itself changed its content. */
const honest = new Set(['hang', 'worthlessToken', 'pending', 'contradict']);
/** Answers a call, with a fault applied. */
export async function reply(c, fault, work) {
    const safely = () => work().catch((cause) => answerError(c, cause));
    if (!fault)
        return safely();
    if (honest.has(fault.answer)) {
        const truth = await safely();
        if (fault.answer === 'hang')
            await pause(fault.ms, undefined, { signal: c.req.raw.signal }).catch(() => { });
        return truth;
    }
    if (fault.works || fault.answer === 'lostReply')
        await safely();
    return falseAnswer(c, fault);
}
/** A refusal in its envelope. Any other error is the simulator's own failure, such as a full disk: answered as Safaricom would, and printed. */
export function answerError(c, cause) {
    if (!(cause instanceof WireError))
        process.stderr.write(`simulator: ${cause instanceof Error ? cause.stack : cause}\n`);
    const refusal = cause instanceof WireError ? cause : new WireError('internal');
    return c.json(refusal.body(), refusal.status);
}
function falseAnswer(c, { answer, status }) {
    switch (answer) {
        case 'cut':
        case 'lostReply':
            c.env.incoming.socket.destroy();
            return RESPONSE_ALREADY_SENT;
        case 'html':
            return c.html(gatewayPage, (status ?? 200));
        case 'empty':
            return c.body('', (status ?? 200));
        case 'plain500':
            return c.text('Internal Server Error', (status ?? 500));
        default:
            return answerError(c, new WireError(answer, { status }));
    }
}
const gatewayPage = '<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Request could not be served</h1></body></html>';
