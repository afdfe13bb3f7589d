import type { Delivery } from './delivery.ts'
import { conversationId, originatorConversationId } from './disbursements.ts'
import type { FaultAt, Faults } from './faults.ts'
import type { Initiator } from './initiator.ts'
import { timeoutBody } from './payout-notices.ts'
import type { Payouts } from './payouts.ts'
import type { Prompts } from './prompts.ts'
import type { StatusQuestion } from './requests.ts'
import { ofPayout, ofPrompt, statusResultBody, type Transaction } from './transactions.ts'

/** Transaction Status queries about a payout or an STK payment, answered to the query's own ResultURL (daraja §6). They move no money and are not in the book. */
export interface Inquiries {
  accept(question: StatusQuestion): Promise<{ conversationId: string; originatorConversationId: string }>
  /** The transaction that a query names, if its PartyA took part in it. */
  subjectOf(question: StatusQuestion): Transaction | undefined
}

interface Parts {
  payouts: Payouts
  prompts: Prompts
  faults: Faults
  delivery: Delivery
  initiator: Initiator
  /** The shop's registered name. */
  shop: string
  now: () => Date
}

export function createInquiries({ payouts, prompts, faults, delivery, initiator, shop, now }: Parts): Inquiries {
  async function accept(question: StatusQuestion) {
    const verdict = await initiator.judge(question.Initiator, question.SecurityCredential)
    const transaction = subjectOf(question)
    const fault = faults.take('statusResult', transaction?.phone)
    const ids = { conversationId: conversationId(now()), originatorConversationId: originatorConversationId() }
    delivery.follow(carry(question, ids, transaction, verdict, fault))
    return ids
  }

  function subjectOf({ PartyA, TransactionID = '', OriginalConversationID = '' }: StatusQuestion): Transaction | undefined {
    const payout = payouts.find(OriginalConversationID) ?? payouts.findByTransaction(TransactionID)
    const prompt = prompts.findByReceipt(TransactionID)
    const transaction = payout ? ofPayout(payout, shop) : prompt && ofPrompt(prompt, TransactionID, shop)
    return transaction?.shortcode === PartyA ? transaction : undefined
  }

  async function carry(
    question: StatusQuestion,
    ids: { conversationId: string; originatorConversationId: string },
    transaction: Transaction | undefined,
    verdict: string | undefined,
    fault?: FaultAt<'statusResult'>,
  ) {
    await delivery.pause(fault?.delayMs ?? 0)
    if (delivery.isStopping() || fault?.drop) return
    if (fault?.timeout) return void (await delivery.post(question.QueueTimeOutURL, question.PartyA, timeoutBody(ids)))
    const code = fault?.code ?? verdict ?? (transaction ? '0' : unknownTransaction)
    const body = statusResultBody({ ...ids, code, timeoutUrl: question.QueueTimeOutURL }, transaction, fault?.status)
    const copies = Array.from({ length: fault?.copies ?? 1 }, () => delivery.post(question.ResultURL, question.PartyA, body))
    await Promise.all(copies)
  }

  return { accept, subjectOf }
}

/** The answer for an unknown transaction is undocumented; this is the code that reversals use. */
const unknownTransaction = 'R000002'
