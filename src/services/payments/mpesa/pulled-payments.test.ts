import { expect, it } from 'vitest'
import { readReply } from './mpesa-answers.ts'
import { readAll } from './pulled-payments.ts'

const answer = (fields: object) => readReply({ outcome: 'reply', status: 200, body: JSON.stringify(fields) })
const read = (...pages: object[]) => readAll(async () => answer(pages.shift() ?? { ResponseCode: '1001', Response: [] }))
const row = { transactionId: 'QKJ4XT81ZP', msisdn: 254712345678, transactiontype: 'c2b-pay-bill-debit', billreference: '1A2B3C4D', amount: '4500.00' }
const payment = { receipt: 'QKJ4XT81ZP', phone: '254712345678', reference: '1A2B3C4D', amount: 450_000 }

it.each([
  ['a list', { ResponseCode: '1000', Response: [[row]] }, [payment]],
  ['an empty list', { ResponseCode: '1001', ResponseMessage: 'No transactions found', Response: [] }, []],
  ['a failed question', { ResponseCode: '1001', ResponseMessage: 'Service request failed' }, null],
  ['an answer without rows', { ResponseCode: '1000' }, null],
  ['another code', { ResponseCode: '1002', Response: [] }, null],
])('%s is what was paid, or no answer', async (_, page, paid) => expect(await read(page)).toEqual(paid))
