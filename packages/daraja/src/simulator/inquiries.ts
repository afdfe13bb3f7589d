import type { Delivery } from './delivery.ts'
import { conversationId, originatorConversationId } from './disbursements.ts'
import type { FaultAt, Faults } from './faults.ts'
import type { Initiator } from './initiator.ts'
import { wireStamp } from './nairobi-time.ts'
import { customer, resultBody, timeoutBody } from './payout-notices.ts'
import { type Payout, type Payouts, payoutState } from './payouts.ts'
import type { Prompt, Prompts } from './prompts.ts'
import type { StatusQuestion } from './requests.ts'

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

/** A payout or STK payment as Transaction Status reports it. */
interface Transaction {
  shortcode: string
  phone: string
  amount: number
  status: 'Authorized' | 'Completed' | 'Declined'
  /** Number and name. */
  debitParty: string
  creditParty: string
  account: string
  reason: string
  startedAt: string
  endedAt?: string
  /** The TransactionID of its result. */
  receipt?: string
  originatorConversationId?: string
  conversationId?: string
}

function ofPayout(payout: Payout, shop: string): Transaction {
  return {
    ...payout,
    status: ({ open: 'Authorized', paid: 'Completed', failed: 'Declined' } as const)[payoutState(payout)],
    debitParty: `${payout.shortcode} - ${shop}`,
    creditParty: `${payout.phone} - ${customer}`,
    account: 'Utility Account',
    reason: 'Business Payment to Customer via API',
    startedAt: payout.at,
    endedAt: payout.result?.at,
    receipt: payout.result?.transactionId,
  }
}

/** A prompt that was paid with this receipt; unpaid ones have no receipt and cannot be queried here. */
function ofPrompt({ shortcode, phone, amount, at, results }: Prompt, receipt: string, shop: string): Transaction {
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
  }
}

/** The TransactionID of a status query, which moves no money. */
const noTransaction = 'MAS0000000'

/** The body posted to a status query's ResultURL; its ids are the query's (daraja §6). */
function statusResultBody(
  question: { originatorConversationId: string; conversationId: string; code: string; timeoutUrl: string },
  transaction: Transaction | undefined,
  status: string | undefined,
): string {
  const parameters = question.code === '0' && transaction ? parametersOf(transaction, status) : undefined
  return resultBody({ ...question, transactionId: noTransaction }, parameters, question.timeoutUrl)
}

function parametersOf(transaction: Transaction, status: string | undefined) {
  const { originatorConversationId, conversationId, receipt } = transaction
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
  ]
}
