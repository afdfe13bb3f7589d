import type { PayoutAnswer, PayoutSettings, Payouts } from './mpesa.ts';
import { type Reply } from './mpesa-answers.ts';
interface Line {
    /** One request with a good token, sent once more only where M-Pesa did not act on the first. */
    ask(path: string, body: object): Promise<Reply>;
    log(event: Record<string, unknown>): void;
}
/** Payouts over the wire. Throws RangeError for settings with which none could work. */
export declare function createPayouts(settings: PayoutSettings, { ask, log }: Line): Payouts;
/**
 * The meaning of the answer to a payout or a question (daraja §5). Only requests that M-Pesa turned away at its gate are refused: every other request may have
 * moved money, a duplicate above all.
 */
export declare function readPayoutAnswer(reply: Reply, payoutId: string | null): PayoutAnswer;
export {};
