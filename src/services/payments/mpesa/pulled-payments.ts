import type { ListedPayment } from '#services/payments/payment-provider.ts'
import { amountIn, at, phoneIn, receiptIn, textIn } from './json-fields.ts'
import type { Reply } from './mpesa-answers.ts'

/** Answers after which a record counts as endless: a page has a thousand payments at most. */
const mostPages = 100

/** Reads pages of Pull Transactions until one has nothing new; null when a page cannot be read. */
export async function readAll(ask: (offset: number) => Promise<Reply>): Promise<ListedPayment[] | null> {
  const found = new Map<string, ListedPayment>()
  for (let page = 0, offset = 0; page < mostPages; page++) {
    const rows = rowsOf(await ask(offset))
    if (!rows) return null
    const before = found.size
    for (const payment of rows.map(readPayment)) if (payment) found.set(payment.receipt, payment)
    if (found.size === before) return [...found.values()]
    offset += rows.length
  }
  return null
}

/** 1000 is an answer, 1001 says that there is none, but also that the question failed: only a list, which may be empty, is an answer (daraja §6). */
function rowsOf(reply: Reply): unknown[] | null {
  if (reply.kind !== 'answer') return null
  const code = String(reply.fields.ResponseCode)
  return ['1000', '1001'].includes(code) && Array.isArray(reply.fields.Response) ? reply.fields.Response.flat() : null
}

/** Null for what is no payment to the shop, such as a reversal; a row that names no type is one (daraja §6). */
function readPayment(row: unknown): ListedPayment | null {
  const text = (field: string) => String(at(row, field) ?? '')
  const [receipt, amount] = [receiptIn(text('transactionId')), amountIn(text('amount'))]
  const isPayment = /^(c2b|$)/i.test(text('transactiontype'))
  if (!receipt || !amount || !isPayment) return null
  const [phone, reference] = [phoneIn(text('msisdn')), textIn(at(row, 'billreference'))]
  const [maskedPhone = null] = phone ? [] : (/^(?=.*\d)[\d*xX• -]{7,20}$/.exec(text('msisdn')) ?? [])
  const paidAt = new Date(text('trxDate'))
  return { receipt, amount, phone, maskedPhone, reference, paidAt: Number.isNaN(paidAt.getTime()) ? null : paidAt }
}
