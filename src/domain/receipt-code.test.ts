import { expect, it } from 'vitest'
import { isCash, mpesaReceipt, receiptLabel } from '#domain/receipt-code.ts'

it.each([
  ['QKJ4XT81ZP', true, 'M-Pesa receipt'],
  ['CASH-12', false, 'Paid in cash'],
  // As an admin has typed it once: it may be a receipt of M-Pesa, and stays one.
  ['CASH2711A', false, 'M-Pesa receipt'],
])('%s: a receipt of M-Pesa %s, which its buyer reads as %s', (receipt, isMpesa, label) => {
  expect([mpesaReceipt.test(receipt), receiptLabel(receipt), isCash(receipt)]).toEqual([isMpesa, label, label === 'Paid in cash'])
})

it('what has no receipt yet is not cash', () => expect([isCash(null), receiptLabel(null)]).toEqual([false, 'M-Pesa receipt']))
