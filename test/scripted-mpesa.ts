import { randomBytes } from 'node:crypto'
import type { Mpesa, PayoutAnswer, PromptAnswer, QueryAnswer, TransactionQuestion } from '@viatu/daraja'
import { type Cents, toShillings } from '#domain/money.ts'
import type { ListedPayment, PaymentRequest, PayoutRequest } from '#services/payments/payment-provider.ts'

/** An answer, or a function that computes it. One that throws simulates a process that died there. */
type Turn<Question, Answer> = Answer | ((question: Question) => Promise<Answer> | Answer)

/** A scripted M-Pesa: gives the scripted answers in order, and then accepts every prompt and payout and answers queries with "no result". */
export function scriptedMpesa() {
  const promptTurns: Turn<PaymentRequest, PromptAnswer>[] = []
  const queryTurns = new Map<string, Turn<string, QueryAnswer>[]>()
  /** The requests, in order. */
  const prompts: PaymentRequest[] = []
  const queries: string[] = []
  const payoutTurns: Turn<PayoutRequest, PayoutAnswer>[] = []
  const questionTurns: Turn<TransactionQuestion, PayoutAnswer>[] = []
  const payoutRequests: PayoutRequest[] = []
  const questions: TransactionQuestion[] = []
  let listed: ListedPayment[] | null = null
  const mpesa: Mpesa = {
    async requestPrompt(prompt) {
      prompts.push(prompt)
      return take(promptTurns, prompt, accepted)
    },
    async queryPrompt(checkoutRequestId) {
      queries.push(checkoutRequestId)
      return take(queryTurns.get(checkoutRequestId) ?? [], checkoutRequestId, noAnswer)
    },
    listPaid: async () => listed,
    payouts: {
      async requestPayout(payout) {
        payoutRequests.push(payout)
        return take(payoutTurns, payout, acceptedPayout)
      },
      async queryTransaction(question) {
        questions.push(question)
        return take(questionTurns, question, acceptedQuestion)
      },
    },
  }
  return {
    ...mpesa,
    prompts,
    queries,
    payoutRequests,
    questions,
    /** M-Pesa's own record of what was paid. */
    onList: (payments: ListedPayment[]) => {
      listed = payments
    },
    onPayout: (...turns: Turn<PayoutRequest, PayoutAnswer>[]) => void payoutTurns.push(...turns),
    onQuestion: (...turns: Turn<TransactionQuestion, PayoutAnswer>[]) => void questionTurns.push(...turns),
    onPrompt: (...turns: Turn<PaymentRequest, PromptAnswer>[]) => void promptTurns.push(...turns),
    onQuery: ({ checkout_request_id: id }: { checkout_request_id: string | null }, ...turns: Turn<string, QueryAnswer>[]) =>
      void queryTurns.set(id ?? '', [...(queryTurns.get(id ?? '') ?? []), ...turns]),
  }
}
export type ScriptedMpesa = ReturnType<typeof scriptedMpesa>

function take<Question, Answer>(turns: Turn<Question, Answer>[], question: Question, otherwise: Turn<Question, Answer>): Promise<Answer> | Answer {
  const turn = turns.shift() ?? otherwise
  return typeof turn === 'function' ? (turn as (question: Question) => Promise<Answer> | Answer)(question) : turn
}

export const accepted = (): PromptAnswer => ({
  outcome: 'accepted',
  checkoutRequestId: newCheckoutRequestId(),
  merchantRequestId: '29115-34620561-1',
})
export const refusedPrompt: PromptAnswer = { outcome: 'refused', code: '400.002.02', message: 'Bad Request - Invalid PhoneNumber', busy: false }
export const accountPrompt: PromptAnswer = { outcome: 'refused', code: '500.001.1001', message: 'Wrong credentials', busy: false, ours: true }
export const busyPrompt: PromptAnswer = { outcome: 'refused', code: '500.003.02', message: 'Spike arrest', busy: true }
export const lockedPrompt: PromptAnswer = {
  outcome: 'refused',
  code: '500.001.1001',
  message: 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  busy: true,
}
export const lostPrompt: PromptAnswer = { outcome: 'unknown', reason: 'time-out' }
export const deathNote = 'the process died here'
export function died(): never {
  throw new Error(deathNote)
}

export const noAnswer: QueryAnswer = { outcome: 'no_answer', reason: 'error 500.001.1001' }
export const answered = (resultCode: string): QueryAnswer => ({ outcome: 'answered', resultCode, resultDesc: `result ${resultCode}` })

export const acceptedPayout = ({ payoutId }: PayoutRequest): PayoutAnswer => ({
  outcome: 'accepted',
  conversationId: newConversationId(),
  originatorConversationId: payoutId,
})
const acceptedQuestion = (): PayoutAnswer => ({
  outcome: 'accepted',
  conversationId: newConversationId(),
  originatorConversationId: '1236-7134259-1',
})
export const refusedPayout: PayoutAnswer = {
  outcome: 'refused',
  code: '400.002.02',
  message: 'Bad Request - Invalid PartyB',
  credentials: false,
  busy: false,
}
export const wrongInitiator: PayoutAnswer = { ...refusedPayout, message: 'Bad Request - Invalid InitiatorName', credentials: true }
export const busyPayout: PayoutAnswer = { ...refusedPayout, code: '500.003.02', message: 'Spike arrest', busy: true }
export const lostPayout: PayoutAnswer = { outcome: 'unknown', reason: 'time-out' }
const newConversationId = () => `AG_20261121_${randomBytes(10).toString('hex')}`

export const newCheckoutRequestId = () => `ws_CO_${randomBytes(12).toString('hex')}`
/** Ten upper-case letters and digits, as M-Pesa writes them. */
export const newReceipt = () => `T${randomBytes(6).toString('hex').toUpperCase().slice(0, 9)}`

/** The body of a callback about money that moved (daraja §2). Every item is officially optional. */
export function paidBody({
  checkoutRequestId,
  amount,
  receipt,
}: {
  checkoutRequestId: string
  amount?: Cents | undefined
  receipt?: string | undefined
}): string {
  const items = [
    ...(amount === undefined ? [] : [{ Name: 'Amount', Value: toShillings(amount) }]),
    ...(receipt === undefined ? [] : [{ Name: 'MpesaReceiptNumber', Value: receipt }]),
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: 20261121102115 },
    { Name: 'PhoneNumber', Value: 254712345678 },
  ]
  return callbackBody(checkoutRequestId, 0, 'The service request is processed successfully.', { CallbackMetadata: { Item: items } })
}

/** The body of a callback about a prompt that came to nothing: it has no items at all. */
export function failedBody(checkoutRequestId: string, resultCode: number | string = 1032, resultDesc = 'Request cancelled by user'): string {
  return callbackBody(checkoutRequestId, resultCode, resultDesc)
}

function callbackBody(checkoutRequestId: string, resultCode: number | string, resultDesc: string, more: object = {}): string {
  const stkCallback = {
    MerchantRequestID: '29115-34620561-1',
    CheckoutRequestID: checkoutRequestId,
    ResultCode: resultCode,
    ResultDesc: resultDesc,
    ...more,
  }
  return JSON.stringify({ Body: { stkCallback } })
}

/** The body of a result about a payout that was made (daraja §5). */
export function paidPayoutBody({ payoutId, amount, receipt }: { payoutId: string; amount: Cents; receipt: string }): string {
  return resultBody(0, 'The service request is processed successfully.', payoutId, receipt, [
    { Key: 'TransactionAmount', Value: toShillings(amount) },
    { Key: 'TransactionReceipt', Value: receipt },
    { Key: 'ReceiverPartyPublicName', Value: '254712345678 - JOHN DOE' },
    { Key: 'TransactionCompletedDateTime', Value: '21.11.2026 10:21:15' },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
  ])
}

/** The body of a result about a payout that came to nothing: it has a TransactionID all the same, and no parameters. */
export function failedPayoutBody(payoutId: string, resultCode: number | string = 2040, resultDesc = 'The receiver is not registered.'): string {
  return resultBody(resultCode, resultDesc, payoutId, newReceipt())
}

/** The body of what Transaction Status found out (daraja §6). Its own ids are M-Pesa's: the payout stands among the parameters. */
export function statusBody(found: { payoutId: string; status: string; amount?: Cents; receipt?: string }): string {
  return resultBody(0, 'The service request is processed successfully.', '1236-7134259-1', newReceipt(), [
    { Key: 'TransactionStatus', Value: found.status },
    { Key: 'OriginatorConversationID', Value: found.payoutId },
    { Key: 'CreditPartyName', Value: '254712345678 - JOHN DOE' },
    { Key: 'FinalisedTime', Value: 20261121102115 },
    ...(found.amount === undefined ? [] : [{ Key: 'Amount', Value: String(toShillings(found.amount)) }]),
    ...(found.receipt === undefined ? [] : [{ Key: 'ReceiptNo', Value: found.receipt }]),
    { Key: 'TransactionReason' },
  ])
}

/** The body of a question that M-Pesa could not answer. */
export function failedStatusBody(resultCode: number | string = 2001, resultDesc = 'The initiator information is invalid.'): string {
  return resultBody(resultCode, resultDesc, '1236-7134259-1', newReceipt())
}

function resultBody(resultCode: number | string, resultDesc: string, originatorConversationId: string, transactionId: string, parameters?: object[]) {
  return JSON.stringify({
    Result: {
      ResultType: 0,
      ResultCode: resultCode,
      ResultDesc: resultDesc,
      OriginatorConversationID: originatorConversationId,
      ConversationID: newConversationId(),
      TransactionID: transactionId,
      ...(parameters && { ResultParameters: { ResultParameter: parameters } }),
    },
  })
}
