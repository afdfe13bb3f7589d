/** An attempt is one prompt on one phone. Paid is final: nothing takes it back (decisions, Orders and payments). */
export type AttemptState = 'created' | 'accepted' | 'paid' | 'failed' | 'unknown'

/** Whether the prompt may still be on the phone: M-Pesa has not reported its outcome. */
export function mayBeOpen(state: AttemptState): boolean {
  return state === 'created' || state === 'accepted' || state === 'unknown'
}

/** What M-Pesa's ResultCode means for an attempt, and the sentence the buyer reads. `alert` marks what the shop itself must mend. */
export interface Result {
  outcome: 'paid' | 'failed' | 'pending'
  sentence: string
  alert?: boolean
}

/** Every STK ResultCode of daraja §2. The code is text: `SFC_IC0003` exists, and numbers come as strings from the query. */
export const resultCodes: Record<string, Result> = {
  '0': { outcome: 'paid', sentence: 'M-Pesa has confirmed your payment.' },
  '1': { outcome: 'failed', sentence: 'Your M-Pesa balance is too low for this amount. Top up, then send the prompt again.' },
  '2': { outcome: 'failed', sentence: 'The amount is below what M-Pesa accepts. Please contact us on WhatsApp.', alert: true },
  '3': { outcome: 'failed', sentence: 'The amount is above what M-Pesa accepts in one payment. Please contact us on WhatsApp.', alert: true },
  '4': { outcome: 'failed', sentence: 'This payment would pass your M-Pesa limit for today. Use another number, or try again tomorrow.' },
  '8': {
    outcome: 'failed',
    sentence: 'Our M-Pesa account cannot take this payment right now. Please try again later or contact us on WhatsApp.',
    alert: true,
  },
  '17': { outcome: 'failed', sentence: 'M-Pesa blocks the same amount twice in a short time. Wait two minutes, then send the prompt again.' },
  '26': { outcome: 'failed', sentence: 'M-Pesa is busy. Wait a minute, then send the prompt again.' },
  '1001': { outcome: 'failed', sentence: 'Another M-Pesa request is open on this phone. Close it, wait a minute, then send the prompt again.' },
  '1019': { outcome: 'failed', sentence: 'The prompt expired before it was answered. Send it again when your phone is in your hand.' },
  '1025': { outcome: 'failed', sentence: 'M-Pesa could not show the prompt on this phone. Send it again, or use another number.', alert: true },
  '9999': { outcome: 'failed', sentence: 'M-Pesa could not send the prompt to this phone. Send it again, or use another number.', alert: true },
  '1032': { outcome: 'failed', sentence: 'You cancelled the prompt on your phone. Nothing was paid. Send it again when you are ready.' },
  '1037': { outcome: 'failed', sentence: 'Your phone did not answer the prompt. Check that it is on and has signal, then send the prompt again.' },
  '2001': { outcome: 'failed', sentence: 'The M-Pesa PIN was wrong. Nothing was paid. Send the prompt again and enter your PIN.' },
  '2028': { outcome: 'failed', sentence: 'M-Pesa does not let our account take this payment. Please contact us on WhatsApp.', alert: true },
  SFC_IC0003: {
    outcome: 'failed',
    sentence: 'M-Pesa does not know this number or our till. Use another number, or contact us on WhatsApp.',
    alert: true,
  },
  '8006': { outcome: 'failed', sentence: 'Your M-Pesa PIN is locked. Call Safaricom on 100 or 200 to unlock it, or use another number.' },
  '4999': { outcome: 'pending', sentence: 'M-Pesa is still working on your payment.' },
}

/** A code that no list names proves nothing: the attempt stays open, is asked about again, and ends on a person's desk (daraja §2). */
export function resultOf(code: string): Result {
  return (
    (Object.hasOwn(resultCodes, code) && resultCodes[code]) || {
      outcome: 'pending',
      sentence: 'M-Pesa has not told us the outcome yet. We keep asking.',
    }
  )
}

/** How M-Pesa says no to the prompt itself: what the attempt's `result_code` is then (no code of M-Pesa's looks like these), and what the buyer is told. */
export const promptRefusals = {
  forGood: { code: 'refused', problem: 'prompt_refused' },
  /** It reached no phone, so it does not count against the limits; a trigger knows the code as well. */
  forNow: { code: 'busy', problem: 'prompt_failed' },
} as const

/** An admin has looked and found no money: the `result_code` of an attempt that was closed by hand, and what the buyer is told. */
export const closedByHand = {
  code: 'closed',
  sentence: 'We have looked, and found no payment for this prompt. Send it again, or contact us on WhatsApp.',
} as const

/**
 * Why M-Pesa took no prompt, and what to do next. `resultDesc` is what M-Pesa wrote, its error code first: 500.001.1001, where it is a transient failure,
 * says that the phone has an open request already (daraja §1).
 */
export function busyReason(resultDesc: string | null): string {
  return resultDesc?.startsWith('500.001.1001:')
    ? 'A prompt is already on its way to this phone. Answer it there, or wait a minute, then try again.'
    : 'M-Pesa is busy and sent no prompt. Wait a minute, then try again.'
}

/** The refusal that a `result_code` stands for, or null. */
export function promptProblem(resultCode: string | null | undefined): 'prompt_refused' | 'prompt_failed' | null {
  return Object.values(promptRefusals).find(({ code }) => code === resultCode)?.problem ?? null
}

/** What people read of a `result_code`: those of M-Pesa, and those that are ours. */
export function outcomeSentence(resultCode: string, resultDesc: string | null): string {
  if (resultCode === promptRefusals.forGood.code) return promptRefused
  if (resultCode === promptRefusals.forNow.code) return busyReason(resultDesc)
  if (resultCode === closedByHand.code) return closedByHand.sentence
  return resultOf(resultCode).sentence
}

/** Spec §8: the prompt itself was refused by M-Pesa. */
export const promptRefused = 'Payment failed. Please try again with a valid M-Pesa number.'
/** The message after Place Order, by the state of the prompt: the text of spec §8 is for a prompt that M-Pesa has accepted. */
export const placedWords: Record<AttemptState, string> = {
  created: 'Order placed. We are asking M-Pesa to send the prompt.',
  accepted: 'Order placed successfully! M-Pesa payment initiated. Complete the payment on your phone.',
  unknown: 'Order placed. We are checking with M-Pesa whether the prompt went out.',
  failed: 'Order placed, but not paid yet: the payment was not completed.',
  paid: 'Order placed and paid. Thank you.',
}

/** Seconds after which M-Pesa is asked again, by how often it has been asked; past the last one a person looks (decisions, Orders and payments). */
export function nextQueryAfter(asked: number): number | null {
  return querySchedule[asked] ?? null
}
const minute = 60
const hour = 60 * minute
/** 10 s, every 5 to 15 s for 2 minutes, then 1, 5, 15, 60 minutes and hourly until a day has passed. */
const querySchedule = [10, 5, 5, 10, 10, 15, 15, 15, 15, 15, minute, 5 * minute, 15 * minute, ...Array<number>(24).fill(hour)]

/** Seconds after which a stored callback that was not processed is tried again, by how often a job has tried; past the last one a person looks. */
export function nextTryAfter(tries: number): number | null {
  return trySchedule[tries] ?? null
}
const trySchedule = [5, 10, 30, minute, 5 * minute, 15 * minute, hour]

/** Seconds after which an attempt whose answer was lost no longer blocks a new prompt (decisions, Orders and payments). */
export const lostReplySeconds = 3 * minute
/** How often the number of an order may be replaced while its prompt is open; an index of the database counts as well (decisions, One current prompt an order). */
export const mostReplacements = 2
/** Prompts that one order or one phone may get in ten minutes, and one phone in an hour (promises §5). */
export const promptLimits = { perTenMinutes: 3, perHour: 6 }

/** What money that arrives does to its order. The second payment of an order, and one for a cancelled order, goes back (decisions, Orders and payments). */
export function paymentEffect(order: { status: string; isPaid: boolean; isAssumed: boolean; isDiscarded: boolean }): PaymentEffect {
  if (order.status === 'cancelled') return 'refund_cancelled'
  if (order.isAssumed) return 'confirm'
  if (order.isPaid) return 'refund_double'
  if (order.isDiscarded || order.status === 'buyer_not_paid') return 'reactivate'
  return 'pay'
}
export type PaymentEffect =
  | 'pay'
  /** The pairs went back on the shelf: take them again, or give the money back. */
  | 'reactivate'
  /** The admin had assumed this payment; here it is. */
  | 'confirm'
  | 'refund_double'
  | 'refund_cancelled'

/** A prompt of an order. One that was replaced is not its current one any more, and stays payable: nothing takes it off a phone. Time in milliseconds. */
export interface SentPrompt {
  id: string
  phone: string
  state: AttemptState
  createdAt: number
  replaced: boolean
}

/** Whether a phone may be prompted: by a prompt that replaces the current one, by one that replaces none (null), or not. A phone never has two open prompts. */
export function nextPrompt(prompts: SentPrompt[], phone: string, now: number): { replaces: string | null } | { refusal: PromptRefusal } {
  const rings = promptRefusal(
    prompts.filter((prompt) => prompt.phone === phone),
    now,
  )
  if (rings) return { refusal: rings }
  const current = prompts.find((prompt) => !prompt.replaced && promptRefusal([prompt], now) !== null)
  if (!current) return { replaces: null }
  return prompts.filter(({ replaced }) => replaced).length < mostReplacements
    ? { replaces: current.id }
    : { refusal: { code: 'number_changed', retryAt: null } }
}

export interface PromptRefusal {
  code: 'prompt_open' | 'number_changed'
  retryAt: number | null
}

/** Why no prompt may go out beside these now, or null. Times in milliseconds. */
export function promptRefusal(attempts: { state: AttemptState; createdAt: number }[], now: number): PromptRefusal | null {
  if (attempts.some(({ state }) => state === 'created' || state === 'accepted')) return { code: 'prompt_open', retryAt: null }
  const lost = attempts.filter(({ state }) => state === 'unknown').map(({ createdAt }) => createdAt + lostReplySeconds * 1000)
  const retryAt = Math.max(0, ...lost)
  return retryAt > now ? { code: 'prompt_open', retryAt } : null
}

/** Why money goes back: paid after the pairs were gone, paid twice, or paid for an order that is cancelled. */
export type RefundReason = 'late_payment' | 'double_payment' | 'cancelled'
