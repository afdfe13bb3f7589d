/** A receipt of M-Pesa, as a person types it; lower case is read as upper. */
export const mpesaReceipt = /^[A-Z0-9]{10}$/

/** A typed receipt of M-Pesa, with at least one letter and one figure, in upper case; null for anything else. */
export function readReceipt(text: string): string | null {
  const receipt = text.replace(/\s/g, '').toUpperCase()
  return mpesaReceipt.test(receipt) && /[A-Z]/.test(receipt) && /\d/.test(receipt) ? receipt : null
}

/** Whether money came, or went back, in cash: then the shop has numbered it, `CASH-12`, which no receipt of M-Pesa looks like. */
export function isCash(receipt: string | null): receipt is string {
  return receipt?.startsWith('CASH-') ?? false
}

/** What a buyer reads before the number of a payment or a refund. */
export function receiptLabel(receipt: string | null): 'Paid in cash' | 'M-Pesa receipt' {
  return isCash(receipt) ? 'Paid in cash' : 'M-Pesa receipt'
}
