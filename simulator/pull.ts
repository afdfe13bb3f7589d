import { randomInt } from 'node:crypto'
import type { Prompt } from './prompts.ts'
import type { PullQuestion } from './requests.ts'

/** Payments of one answer. */
const pageSize = 1000

/** What Pull Transactions answers: the paid prompts of a stretch of time, oldest first, from an offset on (daraja §6). */
export function pulled(prompts: Prompt[], { StartDate, EndDate, OffSetValue }: PullQuestion) {
  const paid = prompts
    .flatMap(({ phone, amount, reference, results }) =>
      results.filter(({ receipt }) => receipt).map(({ at, receipt }) => ({ phone, amount, reference, at, receipt })),
    )
    .filter(({ at }) => Date.parse(at) >= StartDate.getTime() && Date.parse(at) <= EndDate.getTime() + 999)
    .sort((a, b) => a.at.localeCompare(b.at))
    .slice(OffSetValue, OffSetValue + pageSize)
  const head = { ResponseRefID: `${randomInt(1e5)}-${randomInt(1e8)}-1` }
  if (paid.length === 0) return { ...head, ResponseCode: '1001', ResponseMessage: 'No transactions found', Response: [] }
  const rows = paid.map(({ phone, amount, reference, at, receipt }) => ({
    transactionId: receipt,
    trxDate: at,
    msisdn: Number(phone),
    sender: 'MPESA',
    transactiontype: 'c2b-pay-bill-debit',
    billreference: reference,
    amount: `${amount}.00`,
    organizationname: 'Viatu',
  }))
  return { ...head, ResponseCode: '1000', ResponseMessage: 'Success', Response: [rows] }
}
