/** An attempt is one prompt on one phone. Paid is final: nothing takes it back (decisions, Orders and payments). */
export const attemptStates = ['created', 'accepted', 'paid', 'failed', 'unknown'] as const
export type AttemptState = (typeof attemptStates)[number]

/** Whether the prompt may still be on the phone: M-Pesa has not reported its outcome. */
export function mayBeOpen(state: AttemptState): boolean {
  return state === 'created' || state === 'accepted' || state === 'unknown'
}

/** Why a payment came to nothing. Each provider says it in its own code; this is what the shop knows of it. */
export type DeclineReason =
  | 'low_balance'
  | 'wrong_pin'
  /** By the payer. */
  | 'cancelled'
  /** The payer's phone, or the payer, gave no answer. */
  | 'no_response'
  | 'expired'
  /** The payer could not be asked. */
  | 'not_shown'
  | 'unknown_number'
  | 'payer_limit'
  | 'payer_locked'
  /** The same payment came twice in a short time. */
  | 'repeated'
  | 'busy'
  /** For a reason that no list names. */
  | 'declined'
  /** Below or above what the provider takes: ours to mend. */
  | 'amount_refused'
  /** The shop's own account cannot take it: ours to mend. */
  | 'shop_account'

/** How the provider refuses a prompt: what the attempt's `result_code` is then (no provider's code looks like these), and what the buyer reads. */
export const providerRefusals = {
  forGood: { code: 'refused', problem: 'prompt_refused' },
  /** It reached no phone, so it does not count against the limits; a trigger knows the code as well. */
  forNow: { code: 'busy', problem: 'prompt_failed' },
  /** The shop's own account is at fault, so no number would have worked; it does not count either. */
  ours: { code: 'account', problem: 'prompt_failed' },
} as const

/** An admin has looked and found no money: the `result_code` of an attempt that was closed by hand, and what the buyer reads. */
export const closedByHand = {
  code: 'closed',
  sentence: 'We have looked, and found no payment for this prompt. Send it again, or contact us on WhatsApp.',
} as const

/** The refusal that a `result_code` stands for, or null. */
export function problemCodeOf(resultCode: string | null | undefined): 'prompt_refused' | 'prompt_failed' | null {
  return Object.values(providerRefusals).find(({ code }) => code === resultCode)?.problem ?? null
}

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
export function nextCallbackTryAfter(tries: number): number | null {
  return callbackTrySchedule[tries] ?? null
}
const callbackTrySchedule = [5, 10, 30, minute, 5 * minute, 15 * minute, hour]

/** Seconds after which a job sends a prompt whose process died before it could. */
export const unsentPromptSeconds = 20
/** Seconds after which an attempt whose answer was lost no longer blocks a new prompt (decisions, Orders and payments). */
export const lostReplySeconds = 3 * minute
/**
 * How often the number of an order may be replaced while its prompt is open; an index of the database counts as well (decisions, One current prompt an order).
 */
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
type PaymentEffect =
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

interface PromptRefusal {
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

/** Why the money of an order goes back: paid after the pairs were gone, paid twice, or paid for an order that is cancelled. */
const orderRefundReasons = ['late_payment', 'double_payment', 'cancelled'] as const
export type OrderRefundReason = (typeof orderRefundReasons)[number]
/** Those, and the shilling that tries an account of the shop. */
export const refundReasons = [...orderRefundReasons, 'account_test'] as const
export type RefundReason = (typeof refundReasons)[number]

/** Orders whose prompts an admin sends again in one press. */
export const maxPrompts = 50
