import { expect, it } from 'vitest'
import { isCash, mpesaReceipt, readReceipt, receiptLabel } from '#domain/receipt-code.ts'

it.each([
  ['QKJ4XT81ZP', true, 'M-Pesa receipt'],
  ['CASH-12', false, 'Paid in cash'],
  // As an admin has typed it once: it may be a receipt of M-Pesa, and stays one.
  ['CASH2711A', false, 'M-Pesa receipt'],
])('%s: a receipt of M-Pesa %s, which its buyer reads as %s', (receipt, isMpesa, label) => {
  expect([mpesaReceipt.test(receipt), receiptLabel(receipt), isCash(receipt)]).toEqual([isMpesa, label, label === 'Paid in cash'])
})

it.each([
  [' qkj4 xt81zp ', 'QKJ4XT81ZP'],
  ['QKJ4XT81Z', null],
  ['ABCDEFGHIJ', null],
  ['0712345678', null],
  ['3f9a21c8', null],
])('%j is typed for the receipt %s', (typed, receipt) => expect(readReceipt(typed)).toBe(receipt))

it('what has no receipt yet is not cash', () => expect([isCash(null), receiptLabel(null)]).toEqual([false, 'M-Pesa receipt']))
