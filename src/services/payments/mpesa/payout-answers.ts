import type { PayoutAnswer } from './mpesa.ts'
import { codeOf, longestText, type Reply, rowOf, textOf } from './mpesa-answers.ts'

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
