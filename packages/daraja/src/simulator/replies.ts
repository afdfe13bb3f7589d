import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FaultAt } from './faults.ts'
import { type Refusal, WireError } from './wire-errors.ts'

export type WireContext = Context<{ Bindings: HttpBindings }>
export type CallFault =
  | FaultAt<'auth' | 'submit' | 'query' | 'payout' | 'status'>
  | (Omit<FaultAt<'sms'>, 'answer'> & { answer: Exclude<FaultAt<'sms'>['answer'], 'code'> })

/** Faults that keep the real answer: it is only late, or the work itself changed its content. */
const honest = new Set<CallFault['answer']>(['hang', 'worthlessToken', 'pending', 'contradict'])

/** Answers a call, with a fault applied. */
export async function reply(c: WireContext, fault: CallFault | undefined, work: () => Promise<Response>): Promise<Response> {
  const safely = () => work().catch((cause) => answerError(c, cause))
  if (!fault) return safely()
  if (honest.has(fault.answer)) {
    const truth = await safely()
    if (fault.answer === 'hang') await pause(fault.ms, undefined, { signal: c.req.raw.signal }).catch(() => {})
    return truth
  }
  if (fault.works || fault.answer === 'lostReply') await safely()
  return falseAnswer(c, fault)
}

/** A refusal in its envelope. Any other error is the simulator's own failure, such as a full disk: answered as Safaricom would, and printed. */
export function answerError(c: WireContext, cause: unknown): Response {
  if (!(cause instanceof WireError)) process.stderr.write(`simulator: ${cause instanceof Error ? cause.stack : cause}\n`)
  const refusal = cause instanceof WireError ? cause : new WireError('internal')
  return c.json(refusal.body(), refusal.status as ContentfulStatusCode)
}

function falseAnswer(c: WireContext, { answer, status }: CallFault): Response {
  switch (answer) {
    case 'cut':
    case 'lostReply':
      c.env.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    case 'html':
      return c.html(gatewayPage, (status ?? 200) as ContentfulStatusCode)
    case 'empty':
      return c.body('', (status ?? 200) as ContentfulStatusCode)
    case 'plain500':
      return c.text('Internal Server Error', (status ?? 500) as ContentfulStatusCode)
    default:
      return answerError(c, new WireError(answer as Refusal, { status }))
  }
}

const gatewayPage = '<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Request could not be served</h1></body></html>'
