import { randomInt } from 'node:crypto'
import type { Delivery } from './delivery.ts'
import { conversationId } from './disbursements.ts'
import type { FaultAt, Faults } from './faults.ts'
import type { Initiator } from './initiator.ts'
import { statusResultBody, timeoutBody } from './payout-notices.ts'
import type { Payout, Payouts } from './payouts.ts'
import type { StatusQuestion } from './requests.ts'

/** Transaction Status: what became of a payout, told to an address of the question's own (daraja §6). It moves nothing and is in no book. */
export interface Inquiries {
  accept(question: StatusQuestion): Promise<{ conversationId: string; originatorConversationId: string }>
}

interface Parts {
  payouts: Payouts
  faults: Faults
  delivery: Delivery
  initiator: Initiator
  now: () => Date
}

export function createInquiries({ payouts, faults, delivery, initiator, now }: Parts): Inquiries {
  async function accept(question: StatusQuestion) {
    const verdict = await initiator.judge(question.Initiator, question.SecurityCredential)
    const payout = subjectOf(question)
    const fault = faults.take('statusResult', payout?.phone)
    const ids = { conversationId: conversationId(now()), originatorConversationId: `${randomInt(1000, 10_000)}-${randomInt(1e6, 1e8)}-1` }
    delivery.follow(carry(question, ids, payout, verdict, fault))
    return ids
  }

  function subjectOf({ TransactionID, OriginalConversationID }: StatusQuestion): Payout | undefined {
    return OriginalConversationID ? payouts.find(OriginalConversationID) : payouts.findByReceipt(TransactionID ?? '')
  }

  async function carry(
    question: StatusQuestion,
    ids: { conversationId: string; originatorConversationId: string },
    payout: Payout | undefined,
    verdict: string | undefined,
    fault?: FaultAt<'statusResult'>,
  ) {
    await delivery.pause(fault?.delayMs ?? 0)
    if (delivery.isStopping() || fault?.drop) return
    if (fault?.timeout) return void (await delivery.post(question.QueueTimeOutURL, question.PartyA, timeoutBody(ids)))
    const code = fault?.code ?? verdict ?? (payout ? '0' : unknownTransaction)
    const body = statusResultBody({ ...ids, code, timeoutUrl: question.QueueTimeOutURL }, payout, fault?.status)
    const copies = Array.from({ length: fault?.copies ?? 1 }, () => delivery.post(question.ResultURL, question.PartyA, body))
    await Promise.all(copies)
  }

  return { accept }
}

/** No document says what a question about a transaction that never was is answered; this is the code that reversals have for it. */
const unknownTransaction = 'R000002'
