import { maskPhone } from './mask-phone.ts'
import type { PayoutAnswer, PayoutSettings, Payouts } from './mpesa.ts'
import { codeOf, longestText, type Reply, rowOf, textOf } from './mpesa-answers.ts'
import { checkPayoutSettings, payoutBody, questionBody } from './request-bodies.ts'

interface Line {
  /** One request with a good token, sent once more only where M-Pesa did not act on the first. */
  ask(path: string, body: object): Promise<Reply>
  log(event: Record<string, unknown>): void
}

/** Payouts over the wire. Throws RangeError for settings with which none could work. */
export function createPayouts(settings: PayoutSettings, { ask, log }: Line): Payouts {
  checkPayoutSettings(settings)

  async function send(event: string, path: string, body: object, payoutId: string | null, more: object): Promise<PayoutAnswer> {
    const begun = performance.now()
    const answer = readPayoutAnswer(await ask(path, body), payoutId)
    log({ event, ...outcomeOf(answer), ms: Math.round(performance.now() - begun), ...more })
    return answer
  }

  return {
    requestPayout: async (payout) =>
      send('mpesa payout', '/mpesa/b2c/v3/paymentrequest', payoutBody(settings, payout), payout.payoutId, { phone: maskPhone(payout.phone) }),
    queryTransaction: async (question) =>
      send('mpesa payout question', '/mpesa/transactionstatus/v1/query', questionBody(settings, question), null, {}),
  }
}

/** The part of an answer that may be logged: the code, never the words around it. */
function outcomeOf(answer: PayoutAnswer): Record<string, unknown> {
  switch (answer.outcome) {
    case 'accepted':
      return { outcome: answer.outcome }
    case 'refused':
      return { outcome: answer.outcome, code: answer.code, busy: answer.busy, credentials: answer.credentials }
    case 'unknown':
      return { outcome: answer.outcome, reason: answer.reason }
  }
}

/**
 * The meaning of the answer to a payout or a question (daraja §5). Only requests that M-Pesa turned away at its gate are refused: every other request may have
 * moved money, a duplicate above all.
 */
export function readPayoutAnswer(reply: Reply, payoutId: string | null): PayoutAnswer {
  switch (reply.kind) {
    case 'unsent':
      return refused(reply.code, reply.message, reply.busy)
    case 'lost':
      return { outcome: 'unknown', reason: reply.reason }
    case 'error': {
      const { meaning } = rowOf(reply)
      if (meaning === 'unknown') return { outcome: 'unknown', reason: `error ${reply.code}` }
      return refused(reply.code, reply.message, meaning !== 'refused')
    }
    case 'answer':
      return readAnswer(reply.fields, payoutId)
  }
}

function readAnswer(
  { ResponseCode, ResponseDescription, ConversationID, OriginatorConversationID }: Record<string, unknown>,
  payoutId: string | null,
) {
  const code = textOf(ResponseCode)
  const originatorConversationId = textOf(OriginatorConversationID)
  if (code === '') return { outcome: 'unknown', reason: 'an answer without ResponseCode' } as const
  if (unsureCodes.includes(code)) return { outcome: 'unknown', reason: `response ${code}` } as const
  if (code !== '0') return refused(codeOf(code), textOf(ResponseDescription).slice(0, longestText), false)
  if (payoutId !== null && originatorConversationId !== payoutId) return { outcome: 'unknown', reason: 'accepted under another id' } as const
  return { outcome: 'accepted', conversationId: textOf(ConversationID), originatorConversationId } as const
}

/** Duplicate and internal failure (daraja §5). */
const unsureCodes = ['15', '17']

/** Codes of a wrong or locked initiator, of a missing role, and of a consumer key that M-Pesa does not take (daraja §1, §5). */
const credentialCodes = ['2001', '8006', '18', '20', '21', '400.008.01', '400.008.02']
/** M-Pesa has one code for every wrong field, so the words decide. */
const credentialWords = /initiator|security ?credential|wrong credentials/i

function refused(code: string, message: string, busy: boolean): PayoutAnswer {
  return { outcome: 'refused', code, message, credentials: !busy && (credentialCodes.includes(code) || credentialWords.test(message)), busy }
}
