import { wireStamp } from './nairobi-time.ts'
import { customer, resultBody } from './payout-notices.ts'
import { type Payout, payoutState } from './payouts.ts'
import type { Prompt } from './prompts.ts'

/** A payout or STK payment as Transaction Status reports it. */
export interface Transaction {
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

export function ofPayout(payout: Payout, shop: string): Transaction {
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
export function ofPrompt({ shortcode, phone, amount, at, results }: Prompt, receipt: string, shop: string): Transaction {
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
export function statusResultBody(
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
