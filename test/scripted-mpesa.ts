import { randomBytes } from 'node:crypto'
import { type Cents, toShillings } from '#domain/money.ts'
import type { Mpesa, PromptAnswer, PromptRequest, QueryAnswer } from '#services/mpesa/mpesa.ts'

/** An answer, or what happens between the question and the answer. One that throws is a process that died there. */
type Turn<Question, Answer> = Answer | ((question: Question) => Promise<Answer> | Answer)

/** M-Pesa as a test tells it to be: answers the turns it was given, in order, and then takes every prompt and knows nothing about any. */
export function scriptedMpesa() {
  const promptTurns: Turn<PromptRequest, PromptAnswer>[] = []
  const queryTurns = new Map<string, Turn<string, QueryAnswer>[]>()
  /** What was asked, in order. */
  const prompts: PromptRequest[] = []
  const queries: string[] = []
  const mpesa: Mpesa = {
    async requestPrompt(prompt) {
      prompts.push(prompt)
      return take(promptTurns, prompt, accepted)
    },
    async queryPrompt(checkoutRequestId) {
      queries.push(checkoutRequestId)
      return take(queryTurns.get(checkoutRequestId) ?? [], checkoutRequestId, noAnswer)
    },
  }
  return {
    ...mpesa,
    prompts,
    queries,
    onPrompt: (...turns: Turn<PromptRequest, PromptAnswer>[]) => void promptTurns.push(...turns),
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
export const busyPrompt: PromptAnswer = { outcome: 'refused', code: '500.003.02', message: 'Spike arrest', busy: true }
export const lostPrompt: PromptAnswer = { outcome: 'unknown', reason: 'time-out' }
export const deathNote = 'the process died here'
export function died(): never {
  throw new Error(deathNote)
}

export const noAnswer: QueryAnswer = { outcome: 'no_answer', reason: 'error 500.001.1001' }
export const answered = (resultCode: string): QueryAnswer => ({ outcome: 'answered', resultCode, resultDesc: `result ${resultCode}` })

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
