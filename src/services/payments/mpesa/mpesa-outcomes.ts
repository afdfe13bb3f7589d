import type { TransactionStatus } from '@viatu/daraja'
import { type DeclineReason, providerRefusals } from '#domain/payment.ts'
import type { PaymentOutcome, PayoutOutcome } from '#services/payments/payment-provider.ts'

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
export function explainOutcome(code: string, text: string | null): { sentence: string; reason: DeclineReason | null } {
  if (code === providerRefusals.forGood.code) return { sentence: promptRefused, reason: null }
  if (code === providerRefusals.forNow.code) return { sentence: busySentence(text), reason: null }
  if (code === providerRefusals.ours.code) return { sentence: accountSentence, reason: null }
  const result = resultOf(code)
  return { sentence: result.sentence, reason: result.outcome === 'failed' ? result.reason : null }
}

/** The code of a refusal by a shop that has no account to use (`closedAccount`). */
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

/** The meaning of a ResultCode of a payout: the sentence for the affiliate, and, where no other payout will work either, why all payouts stop (daraja §5). */
interface Meaning {
  sentence: string
  stops?: string
}

const ours = 'M-Pesa could not make the payment from our account'
const number = 'M-Pesa does not know this number. Ask for a new payout to another one'
const failures: Record<string, Meaning> = {
  '1': { sentence: ours, stops: 'the payout account has not enough money in its utility account.' },
  '2': { sentence: 'The amount is below what M-Pesa pays out' },
  '3': { sentence: 'The amount is above what M-Pesa pays out at once' },
  '4': { sentence: 'This payment would pass your M-Pesa limit for today. Ask again tomorrow' },
  '8': { sentence: 'This payment would pass the highest balance of your M-Pesa account. Ask again later' },
  '11': { sentence: ours, stops: 'the payout account is not active.' },
  '17': { sentence: 'M-Pesa could not make the payment. Ask again later' },
  '18': { sentence: ours, stops: 'M-Pesa does not take the initiator’s credential.' },
  '20': { sentence: ours, stops: 'M-Pesa does not know the initiator.' },
  '21': { sentence: ours, stops: 'the initiator may not make payouts.' },
  '22': { sentence: ours, stops: 'the initiator may not make payouts.' },
  '26': { sentence: 'M-Pesa was too busy. Ask again in a few minutes' },
  '2001': { sentence: ours, stops: 'M-Pesa does not take the initiator’s name, password or certificate.' },
  '2006': { sentence: ours, stops: 'the payout account is not active.' },
  '2028': { sentence: ours, stops: 'the shortcode may not make payouts.' },
  '2040': { sentence: number },
  SFC_IC0003: { sentence: number },
  '8006': { sentence: ours, stops: 'the initiator is locked.' },
}

/**
 * M-Pesa's statement about a payout, in the shop's words. A code that no list names proves nothing: the payout is looked up, and ends in the review queue. Its
 * money stays reserved.
 */
export function payoutOutcome(said: Pick<PayoutOutcome, 'code' | 'text' | 'receipt' | 'amount'>): PayoutOutcome {
  if (said.code === '0') return { ...said, outcome: 'paid' }
  const failure = Object.hasOwn(failures, said.code) && failures[said.code]
  return failure ? { ...said, outcome: 'failed', ...failure } : { ...said, outcome: 'unknown' }
}

/** The same for M-Pesa's answer to a query about a payout. */
export function statusOutcome({ state, status, resultDesc, receipt, amount }: TransactionStatus): PayoutOutcome {
  const said = { text: status || resultDesc, receipt, amount }
  if (state === 'completed') return payoutOutcome({ ...said, code: '0' })
  // As for a payout that M-Pesa could not make.
  if (state === 'failed') return payoutOutcome({ ...said, code: '17' })
  return { ...said, code: '0', outcome: state }
}

/** The parts of an account that its owner enters, and the phone that tries it. */
type AccountPart = 'consumer_key' | 'consumer_secret' | 'passkey' | 'shortcode' | 'till' | 'host' | 'phone'

interface FaultRow {
  /** In the stored outcome of the prompt: its code, and M-Pesa's words. */
  said: RegExp
  parts: AccountPart[]
  sentence: string
}

/** What the outcome of the prompt that tries an account tells about its parts; the first row that fits holds (daraja §1, §2). */
const faultRows: FaultRow[] = [
  {
    said: /own key/i,
    parts: ['consumer_key', 'consumer_secret'],
    sentence: 'M-Pesa does not take this consumer key with this consumer secret. Copy both again from your app on the Daraja portal.',
  },
  {
    said: /apiproduct/i,
    parts: ['consumer_key'],
    sentence: 'The app of this key may not send prompts: add M-Pesa Express to it on the Daraja portal.',
  },
  {
    said: /merchant does not exist|BusinessShortCode/i,
    parts: ['shortcode'],
    sentence: 'M-Pesa does not know this shortcode, or it is not of this app.',
  },
  {
    said: /wrong credentials/i,
    parts: ['passkey'],
    sentence: 'The passkey is not the one of this shortcode. Copy it again from the letter or page of M-Pesa Express.',
  },
  {
    said: /PartyB|^SFC_IC0003\b|^2028\b/,
    parts: ['shortcode', 'till'],
    sentence: 'M-Pesa lets no money in here: check the number, and whether it is a till or a PayBill.',
  },
  {
    said: /CallBackURL/i,
    parts: ['host'],
    sentence: 'M-Pesa refuses the address of this shop: it needs an https address that everybody reaches (PUBLIC_URL).',
  },
  { said: /PhoneNumber|PartyA/, parts: ['phone'], sentence: 'M-Pesa does not know this phone.' },
  {
    said: /lock subscriber|^1001\b/i,
    parts: ['phone'],
    sentence: 'Another M-Pesa request is open on this phone. Answer it there, or wait a minute, then try again.',
  },
  {
    said: /unreachable|no access token|not answering/i,
    parts: ['host'],
    sentence: 'M-Pesa did not answer. Wait a minute, then try again; nothing was sent to the phone.',
  },
]

/** The parts of an account that are wrong, each with what to do about it; empty where the outcome tells nothing about them. */
export function accountFaults(code: string | null, text: string | null): Partial<Record<AccountPart, string>> {
  // A refusal at the gate has its own code in the text.
  const isRefusal = Object.values(providerRefusals).some((refusal) => refusal.code === code)
  const said = isRefusal ? (text ?? '') : `${code}: ${text}`
  const row = faultRows.find((each) => each.said.test(said))
  return Object.fromEntries((row?.parts ?? []).map((part) => [part, row?.sentence]))
}
