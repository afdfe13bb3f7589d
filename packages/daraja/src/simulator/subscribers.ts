import { z } from 'zod'
import { createAlarms } from './alarms.ts'
import type { Payments } from './payments.ts'
import { type Prompt, type Prompts, stateOf } from './prompts.ts'

export const wrongPin = '0000'
export const pin = z.string().regex(/^\d{4}$/)

const automatic = z.strictObject({
  /** Only for this number; without it, for every number that has no answer of its own. */
  phone: z
    .string()
    .regex(/^254[17]\d{8}$/)
    .optional(),
  pin: z.union([z.literal(true), z.enum(['wrong', 'cancel', 'ignore'])]),
  afterMs: z.int().min(0).default(0),
})
export type AutomaticAnswer = z.input<typeof automatic>

/** The subscribers: their answers to prompts, low balances and automatic answers. */
export interface Subscribers {
  /** Sends a PIN of four digits or cancels; false when the prompt had already ended. */
  answer(prompt: Prompt, answer: { pin: string } | 'cancel'): Promise<boolean>
  /** Applies to open and future prompts. Throws a ZodError for an invalid answer. */
  answerAutomatically(answer: unknown): void
  stopAnswering(phone?: string): void
  setLowBalance(phone: string, low: boolean): void
  hasLowBalance(phone: string): boolean
  /** Clears low balances and automatic answers. */
  reset(): void
  stop(): void
}

export function createSubscribers(payments: Payments, prompts: Prompts): Subscribers {
  const alarms = createAlarms()
  const low = new Set<string>()
  const answers = new Map<string, z.output<typeof automatic>>()
  payments.onOpen(answerByItself)

  function answer(prompt: Prompt, given: { pin: string } | 'cancel') {
    return payments.end(prompt, given === 'cancel' ? '1032' : pinResult(prompt.phone, given.pin))
  }

  function pinResult(phone: string, entered: string): string {
    if (entered === wrongPin) return '2001'
    return low.has(phone) ? '1' : '0'
  }

  function answerByItself(prompt: Prompt) {
    const rule = answers.get(prompt.phone) ?? answers.get('')
    if (!rule || rule.pin === 'ignore') return
    const given = rule.pin === 'cancel' ? 'cancel' : { pin: rule.pin === 'wrong' ? wrongPin : '1234' }
    alarms.after(rule.afterMs, () => answer(prompt, given))
  }

  return {
    answer,
    answerAutomatically: (input) => {
      const rule = automatic.parse(input)
      answers.set(rule.phone ?? '', rule)
      for (const prompt of prompts.list(rule.phone)) if (stateOf(prompt) === 'open') answerByItself(prompt)
    },
    stopAnswering: (phone) => (phone === undefined ? answers.clear() : answers.delete(phone)),
    setLowBalance: (phone, isLow) => (isLow ? low.add(phone) : low.delete(phone)),
    hasLowBalance: (phone) => low.has(phone),
    reset: () => {
      low.clear()
      answers.clear()
    },
    stop: alarms.clear,
  }
}
