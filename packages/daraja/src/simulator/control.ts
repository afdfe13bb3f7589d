import type { Delivery } from './delivery.ts'
import type { Disbursements } from './disbursements.ts'
import type { Fault, FaultInput, Faults } from './faults.ts'
import type { Inbox, TextMessage } from './inbox.ts'
import type { Initiator } from './initiator.ts'
import type { Keys } from './keys.ts'
import { type Payout, type Payouts, payoutState, receiptOf } from './payouts.ts'
import { type Prompt, type PromptState, type Prompts, type Result, resultOf, stateOf } from './prompts.ts'
import { type AutomaticAnswer, pin, type Subscribers } from './subscribers.ts'
import type { Tokens } from './tokens.ts'

/** The control functions for tests and load runs, in process or over `/control`. Amounts in whole KSh, times in ISO 8601 UTC. */
export interface Control {
  /** Adds a fault (`faults.ts`, README) and returns it with its id. */
  fault(fault: FaultInput): { id: string } & Fault
  faults(): ({ id: string } & Fault)[]
  /** Removes one fault, or all. */
  clearFaults(id?: string): void
  answerAutomatically(answer: AutomaticAnswer): void
  /** Removes one number's automatic answer, or all including the default. */
  stopAnswering(phone?: string): void
  /** Answers a prompt as the subscriber; false when it had already ended. Throws for an unknown id. */
  answer(checkoutRequestId: string, answer: { pin: string } | 'cancel'): Promise<boolean>
  setLowBalance(phone: string, low: boolean): void
  /** Invalidates the current token, as when another process fetches a new one. */
  revokeToken(): void
  prompts(phone?: string): PromptView[]
  payouts(phone?: string): PayoutView[]
  /** Received SMS. */
  messages(phone?: string): TextMessage[]
  /** Sets the balance of the payout account. */
  setFunds(amount: number): Promise<void>
  /** The certificate with which a shop encrypts its initiator's password, in PEM. */
  certificate(): Promise<string>
  book(): BookView
  /** Resolves when no callback, payout or status result is pending; callbacks held for a query do not count. */
  settled(): Promise<void>
  /** Clears faults, automatic answers, low balances and wrong initiators. Keeps the book. */
  reset(): void
}

export interface PromptView {
  checkoutRequestId: string
  merchantRequestId: string
  phone: string
  amount: number
  reference: string
  description: string
  state: PromptState
  code: string | null
  receipt: string | null
  acceptedAt: string
  expiresAt: string
  results: Result[]
  callbacks: Prompt['callbacks']
}

export interface BookView {
  payments: {
    receipt: string
    checkoutRequestId: string
    merchantRequestId: string
    amount: number
    phone: string
    reference: string
    paidAt: string
  }[]
  /** Sum of the payments. */
  total: number
  /** Paid ones only. */
  payouts: { receipt: string; conversationId: string; originatorConversationId: string; amount: number; phone: string; paidAt: string }[]
  /** Sum of the payouts. */
  paidOut: number
  /** Balance of the payout account. */
  funds: number
}

export interface PayoutView {
  conversationId: string
  originatorConversationId: string
  phone: string
  amount: number
  remarks: string
  occasion: string
  state: 'open' | 'paid' | 'failed'
  code: string | null
  /** Null unless it was paid. */
  receipt: string | null
  acceptedAt: string
  notices: Payout['notices']
}

interface Parts {
  faults: Faults
  prompts: Prompts
  subscribers: Subscribers
  tokens: Tokens
  delivery: Delivery
  payouts: Payouts
  disbursements: Disbursements
  initiator: Initiator
  keys: Keys
  inbox: Inbox
}

export function createControl({ faults, prompts, subscribers, tokens, delivery, payouts, disbursements, initiator, keys, inbox }: Parts): Control {
  return {
    fault: faults.add,
    faults: faults.list,
    clearFaults: faults.clear,
    answerAutomatically: subscribers.answerAutomatically,
    stopAnswering: subscribers.stopAnswering,
    answer: async (checkoutRequestId, answer) => {
      const prompt = prompts.find(checkoutRequestId)
      if (!prompt) throw new RangeError(`no prompt ${checkoutRequestId}`)
      return subscribers.answer(prompt, answer === 'cancel' ? answer : { pin: pin.parse(answer.pin) })
    },
    setLowBalance: subscribers.setLowBalance,
    revokeToken: tokens.revoke,
    prompts: (phone) => prompts.list(phone).map(promptView),
    payouts: (phone) => payouts.list(phone).map(payoutView),
    messages: inbox.list,
    setFunds: disbursements.setFunds,
    certificate: keys.certificate,
    book: () => {
      const payments = prompts.list().flatMap(paymentView)
      const paidOut = payouts.list().flatMap(paidPayoutView)
      return { payments, total: totalOf(payments), payouts: paidOut, paidOut: totalOf(paidOut), funds: payouts.funds() }
    },
    settled: delivery.settled,
    reset: () => {
      faults.clear()
      subscribers.reset()
      initiator.unlock()
    },
  }
}

function promptView(prompt: Prompt): PromptView {
  const { at, shortcode: _, callbackUrl: __, ...facts } = prompt
  const result = resultOf(prompt)
  return { ...facts, state: stateOf(prompt), code: result?.code ?? null, receipt: result?.receipt ?? null, acceptedAt: at }
}

function paymentView(prompt: Prompt): BookView['payments'] {
  const { checkoutRequestId, merchantRequestId, amount, phone, reference } = prompt
  const result = resultOf(prompt)
  return result?.receipt ? [{ receipt: result.receipt, checkoutRequestId, merchantRequestId, amount, phone, reference, paidAt: result.at }] : []
}

function payoutView(payout: Payout): PayoutView {
  const { at, shortcode: _, resultUrl: __, timeoutUrl: ___, verdict: ____, result, ...facts } = payout
  return { ...facts, state: payoutState(payout), code: result?.code ?? null, receipt: receiptOf(payout), acceptedAt: at }
}

function paidPayoutView(payout: Payout): BookView['payouts'] {
  const { conversationId, originatorConversationId, amount, phone, result } = payout
  const receipt = receiptOf(payout)
  return receipt && result ? [{ receipt, conversationId, originatorConversationId, amount, phone, paidAt: result.at }] : []
}

function totalOf(all: { amount: number }[]): number {
  return all.reduce((sum, { amount }) => sum + amount, 0)
}
