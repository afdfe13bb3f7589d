/** A receipt of M-Pesa, as a person types it; lower case is read as upper. */
export const mpesaReceipt = /^[A-Z0-9]{10}$/

/** Whether money came, or went back, in cash: then the shop has numbered it, `CASH-12`, which no receipt of M-Pesa looks like. */
export function isCash(receipt: string | null): receipt is string {
  return receipt?.startsWith('CASH-') ?? false
}

/** What a buyer reads before the number of a payment or a refund. */
export function receiptLabel(receipt: string | null): 'Paid in cash' | 'M-Pesa receipt' {
  return isCash(receipt) ? 'Paid in cash' : 'M-Pesa receipt'
}
