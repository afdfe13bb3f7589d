/** What a ResultCode of a payout means: what the affiliate reads, and, where nothing else will work either, why all payouts stop (daraja §5). */
export interface PayoutOutcome {
  outcome: 'paid' | 'failed' | 'unknown'
  sentence: string
  stops?: string
}

const ours = 'M-Pesa could not make the payment from our account'
const number = 'M-Pesa does not know this number. Ask for a new payout to another one'
const outcomes: Record<string, PayoutOutcome> = {
  '0': { outcome: 'paid', sentence: 'Paid' },
  '1': { outcome: 'failed', sentence: ours, stops: 'the payout account has not enough money in its utility account.' },
  '2': { outcome: 'failed', sentence: 'The amount is below what M-Pesa pays out' },
  '3': { outcome: 'failed', sentence: 'The amount is above what M-Pesa pays out at once' },
  '4': { outcome: 'failed', sentence: 'This payment would pass your M-Pesa limit for today. Ask again tomorrow' },
  '8': { outcome: 'failed', sentence: 'This payment would pass the highest balance of your M-Pesa account. Ask again later' },
  '11': { outcome: 'failed', sentence: ours, stops: 'the payout account is not active.' },
  '17': { outcome: 'failed', sentence: 'M-Pesa could not make the payment. Ask again later' },
  '18': { outcome: 'failed', sentence: ours, stops: 'M-Pesa does not take the initiator’s credential.' },
  '20': { outcome: 'failed', sentence: ours, stops: 'M-Pesa does not know the initiator.' },
  '21': { outcome: 'failed', sentence: ours, stops: 'the initiator may not make payouts.' },
  '22': { outcome: 'failed', sentence: ours, stops: 'the initiator may not make payouts.' },
  '26': { outcome: 'failed', sentence: 'M-Pesa was too busy. Ask again in a few minutes' },
  '2001': { outcome: 'failed', sentence: ours, stops: 'M-Pesa does not take the initiator’s name, password or certificate.' },
  '2006': { outcome: 'failed', sentence: ours, stops: 'the payout account is not active.' },
  '2028': { outcome: 'failed', sentence: ours, stops: 'the shortcode may not make payouts.' },
  '2040': { outcome: 'failed', sentence: number },
  SFC_IC0003: { outcome: 'failed', sentence: number },
  '8006': { outcome: 'failed', sentence: ours, stops: 'the initiator is locked.' },
}

/** A code that no list names proves nothing: the payout is looked up, and ends on a person's desk. Its money stays reserved. */
export function payoutOutcome(code: string): PayoutOutcome {
  return (Object.hasOwn(outcomes, code) && outcomes[code]) || { outcome: 'unknown', sentence: 'M-Pesa has not told the outcome yet' }
}
