import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { FaultAt } from './faults.ts';
export type WireContext = Context<{
    Bindings: HttpBindings;
}>;
export type CallFault = FaultAt<'auth' | 'submit' | 'query' | 'payout' | 'status'> | (Omit<FaultAt<'sms'>, 'answer'> & {
    answer: Exclude<FaultAt<'sms'>['answer'], 'code'>;
});
/** Answers a call, with a fault applied. */
export declare function reply(c: WireContext, fault: CallFault | undefined, work: () => Promise<Response>): Promise<Response>;
/** A refusal in its envelope. Any other error is the simulator's own failure, such as a full disk: answered as Safaricom would, and printed. */
export declare function answerError(c: WireContext, cause: unknown): Response;
