import type { PayoutOutcome } from '#services/payments/payment-provider.ts'
import type { TransactionStatus } from './payout-result.ts'

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
