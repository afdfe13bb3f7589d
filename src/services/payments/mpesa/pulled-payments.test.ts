import { expect, it } from 'vitest'
import { readAll } from './daraja.ts'
import { readReply } from './mpesa-answers.ts'

const answer = (fields: object) => readReply({ outcome: 'reply', status: 200, body: JSON.stringify(fields) })
const read = (...pages: object[]) => readAll(async () => answer(pages.shift() ?? { ResponseCode: '1001', Response: [] }))
const row = {
  transactionId: 'QKJ4XT81ZP',
  trxDate: '2026-11-27T10:13:00Z',
  msisdn: 254712345678,
  transactiontype: 'c2b-pay-bill-debit',
  billreference: '1A2B3C4D',
  amount: '4500.00',
}
const payment = {
  receipt: 'QKJ4XT81ZP',
  phone: '254712345678',
  maskedPhone: null,
  reference: '1A2B3C4D',
  amount: 450_000,
  paidAt: new Date('2026-11-27T10:13:00Z'),
}
const without = (field: keyof typeof row) => ({ ...row, [field]: undefined })

it.each([
  ['a list', { ResponseCode: '1000', Response: [[row]] }, [payment]],
  ['a row without a type', { ResponseCode: '1000', Response: [[without('transactiontype')]] }, [payment]],
  ['a row without a number', { ResponseCode: '1000', Response: [[without('msisdn')]] }, [{ ...payment, phone: null }]],
  [
    'a row that hides its number',
    { ResponseCode: '1000', Response: [[{ ...row, msisdn: '2547 ***** 126' }]] },
    [{ ...payment, phone: null, maskedPhone: '2547 ***** 126' }],
  ],
  [
    'a row with a hashed number',
    { ResponseCode: '1000', Response: [[{ ...row, msisdn: '6b51d431df5d7f141cbececcf79edf3d' }]] },
    [{ ...payment, phone: null }],
  ],
  ['a row without a reference', { ResponseCode: '1000', Response: [[without('billreference')]] }, [{ ...payment, reference: '' }]],
  ['a row without a time', { ResponseCode: '1000', Response: [[without('trxDate')]] }, [{ ...payment, paidAt: null }]],
  ['a reversal', { ResponseCode: '1000', Response: [[{ ...row, transactiontype: 'reversal' }]] }, []],
  ['an empty list', { ResponseCode: '1001', ResponseMessage: 'No transactions found', Response: [] }, []],
  ['a failed question', { ResponseCode: '1001', ResponseMessage: 'Service request failed' }, null],
  ['an answer without rows', { ResponseCode: '1000' }, null],
  ['another code', { ResponseCode: '1002', Response: [] }, null],
])('%s is what was paid, or no answer', async (_, page, paid) => expect(await read(page)).toEqual(paid))
