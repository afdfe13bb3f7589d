import type { Courier } from './courier.ts'
import type { Fault, FaultInput, Faults } from './faults.ts'
import { type Prompt, type PromptState, type Prompts, type Result, resultOf, stateOf } from './prompts.ts'
import { type AutomaticAnswer, pin, type Subscribers } from './subscribers.ts'
import type { Tokens } from './tokens.ts'

/** What tests and load runs can do to the simulator, in process or over `/control`. Amounts in whole KSh, times in ISO 8601 UTC. */
export interface Control {
  /** Adds a fault (`faults.ts`, README) and answers it with its id. */
  fault(fault: FaultInput): { id: string } & Fault
  faults(): ({ id: string } & Fault)[]
  /** Removes one fault, or all. */
  clearFaults(id?: string): void
  answerAutomatically(answer: AutomaticAnswer): void
  /** Forgets one number's automatic answer, or all with the default. */
  stopAnswering(phone?: string): void
  /** Acts as the person with the phone; false when the prompt had already ended. Throws for an unknown id. */
  answer(checkoutRequestId: string, answer: { pin: string } | 'cancel'): Promise<boolean>
  setLowBalance(phone: string, low: boolean): void
  /** Ends the shop's token, as another process does that fetches one. */
  revokeToken(): void
  prompts(phone?: string): PromptView[]
  book(): BookView
  /** Resolves when no callback is on its way; those held for a query do not count. */
  settled(): Promise<void>
  /** Forgets faults, automatic answers and low balances. The book stays. */
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
}

interface Parts {
  faults: Faults
  prompts: Prompts
  subscribers: Subscribers
  tokens: Tokens
  courier: Courier
}

export function createControl({ faults, prompts, subscribers, tokens, courier }: Parts): Control {
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
    book: () => {
      const payments = prompts.list().flatMap(paymentView)
      return { payments, total: payments.reduce((sum, { amount }) => sum + amount, 0) }
    },
    settled: courier.settled,
    reset: () => {
      faults.clear()
      subscribers.reset()
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
