import { type DeclineReason, providerRefusals } from '#domain/payment.ts'
import type { PaymentOutcome } from '#services/payments/payment-provider.ts'

/** What a ResultCode means for a payment, and the sentence the buyer reads. */
type Result = { sentence: string } & ({ outcome: 'paid' | 'pending' } | { outcome: 'failed'; reason: DeclineReason })

/** Every STK ResultCode of daraja §2. The code is text: `SFC_IC0003` exists, and numbers come as strings from the query. */
export const resultCodes: Record<string, Result> = {
  '0': { outcome: 'paid', sentence: 'M-Pesa has confirmed your payment.' },
  '1': failed('low_balance', 'Your M-Pesa balance is too low for this amount. Top up, then send the prompt again.'),
  '2': failed('amount_refused', 'The amount is below what M-Pesa accepts. Please contact us on WhatsApp.'),
  '3': failed('amount_refused', 'The amount is above what M-Pesa accepts in one payment. Please contact us on WhatsApp.'),
  '4': failed('payer_limit', 'This payment would pass your M-Pesa limit for today. Use another number, or try again tomorrow.'),
  '8': failed('shop_account', 'Our M-Pesa account cannot take this payment right now. Please try again later or contact us on WhatsApp.'),
  '17': failed('repeated', 'M-Pesa blocks the same amount twice in a short time. Wait two minutes, then send the prompt again.'),
  '26': failed('busy', 'M-Pesa is busy. Wait a minute, then send the prompt again.'),
  '1001': failed('busy', 'Another M-Pesa request is open on this phone. Close it, wait a minute, then send the prompt again.'),
  '1019': failed('expired', 'The prompt expired before it was answered. Send it again when your phone is in your hand.'),
  '1025': failed('not_shown', 'M-Pesa could not show the prompt on this phone. Send it again, or use another number.'),
  '9999': failed('not_shown', 'M-Pesa could not send the prompt to this phone. Send it again, or use another number.'),
  '1032': failed('cancelled', 'You cancelled the prompt on your phone. Nothing was paid. Send it again when you are ready.'),
  '1037': failed('no_response', 'Your phone did not answer the prompt. Check that it is on and has signal, then send the prompt again.'),
  '2001': failed('wrong_pin', 'The M-Pesa PIN was wrong. Nothing was paid. Send the prompt again and enter your PIN.'),
  '2028': failed('shop_account', 'M-Pesa does not let our account take this payment. Please contact us on WhatsApp.'),
  SFC_IC0003: failed('unknown_number', 'M-Pesa does not know this number or our till. Use another number, or contact us on WhatsApp.'),
  '8006': failed('payer_locked', 'Your M-Pesa PIN is locked. Call Safaricom on 100 or 200 to unlock it, or use another number.'),
  '4999': { outcome: 'pending', sentence: 'M-Pesa is still working on your payment.' },
}

/** The meaning of a code that has ended a payment: one that no list names is a failure. */
export function resultOf(code: string): Result {
  return (Object.hasOwn(resultCodes, code) && resultCodes[code]) || failed('declined', unlistedSentence)
}
const unlistedSentence = 'M-Pesa did not take this payment, and gave no reason that we know. Send the prompt again, or use another number.'

/**
 * M-Pesa's statement about a payment, in the shop's words. A callback comes once, at the end, so a code that no list names is final there; but zero in another
 * form, or money beside the code, contradicts a failure. In the answer to a query such a code proves nothing: the payment may be under way (decisions).
 */
export function paymentOutcome(
  said: Pick<PaymentOutcome, 'code' | 'text' | 'receipt' | 'amount'>,
  { isFinal }: { isFinal: boolean },
): PaymentOutcome {
  const isUnlisted = !Object.hasOwn(resultCodes, said.code)
  const mayBePaid = Number(said.code) === 0 || said.receipt !== null || said.amount !== null
  if (isUnlisted && (!isFinal || mayBePaid)) return { ...said, outcome: 'unclear' }
  const result = resultOf(said.code)
  return result.outcome === 'failed' ? { ...said, outcome: 'failed', reason: result.reason } : { ...said, outcome: result.outcome }
}

/** The sentence that the buyer reads for a stored outcome. */
export function describePaymentOutcome(code: string, text: string | null): { sentence: string; reason: DeclineReason | null } {
  if (code === providerRefusals.forGood.code) return { sentence: promptRefused, reason: null }
  if (code === providerRefusals.forNow.code) return { sentence: busySentence(text), reason: null }
  if (code === providerRefusals.ours.code) return { sentence: accountSentence, reason: null }
  const result = resultOf(code)
  return { sentence: result.sentence, reason: result.outcome === 'failed' ? result.reason : null }
}

/** The code of a refusal by a shop that has no account to use (closed-account.ts). */
export const closedCode = 'closed'

/** Spec §8: M-Pesa refused the prompt itself. */
const promptRefused = 'Payment failed. Please try again with a valid M-Pesa number.'

const accountSentence =
  'This is not your fault: our M-Pesa account takes no payments at this moment. Nothing was charged. Please try again later, or order on WhatsApp.'

/**
 * Why M-Pesa took no prompt, and what to do next. `text` is M-Pesa's own text, its error code first. Where 500.001.1001 is a transient failure, it means that
 * the phone has an open request already (daraja §1).
 */
function busySentence(text: string | null): string {
  if (text?.startsWith(`${closedCode}:`))
    return 'We cannot take M-Pesa payments at this moment. Nothing was charged. Please try again later, or contact us.'
  return text?.startsWith('500.001.1001:')
    ? 'A prompt is already on its way to this phone. Answer it there, or wait a minute, then try again.'
    : 'M-Pesa is busy and sent no prompt. Wait a minute, then try again.'
}

function failed(reason: DeclineReason, sentence: string): Result {
  return { outcome: 'failed', reason, sentence }
}
