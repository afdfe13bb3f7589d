import { type Cents, fromShillings } from '#domain/money.ts'
import { readNairobiTimestamp } from './nairobi-time.ts'

/** What M-Pesa tells about a prompt (daraja §2). Everything from `amount` on is officially optional, and absent when nothing was paid. */
export interface StkCallback {
  checkoutRequestId: string
  /** Empty when M-Pesa left it out. */
  merchantRequestId: string
  /** As text: `SFC_IC0003` exists. */
  resultCode: string
  /** For people; it varies for the same code. */
  resultDesc: string
  amount: Cents | null
  receipt: string | null
  paidAt: Date | null
}

/** What M-Pesa is answered, whatever it sent (daraja §4). */
export const callbackAnswer = { ResultCode: 0, ResultDesc: 'Accepted' } as const

/** Reads the raw body of a callback. Never throws; null for anything that is no STK callback. */
export function readCallback(body: string): StkCallback | null {
  const callback = at(at(parse(body), 'Body'), 'stkCallback')
  const checkoutRequestId = at(callback, 'CheckoutRequestID')
  const resultCode = codeOf(at(callback, 'ResultCode'))
  if (typeof checkoutRequestId !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(checkoutRequestId) || resultCode === null) return null

  const items = at(at(callback, 'CallbackMetadata'), 'Item')
  return {
    checkoutRequestId,
    merchantRequestId: textOf(at(callback, 'MerchantRequestID')),
    resultCode,
    resultDesc: textOf(at(callback, 'ResultDesc')),
    amount: amountOf(item(items, 'Amount')),
    receipt: receiptOf(item(items, 'MpesaReceiptNumber')),
    paidAt: readNairobiTimestamp(item(items, 'TransactionDate') ?? ''),
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The own field of an object, so that nothing inherited is ever read. */
function at(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined
}

function scalar(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** PostgreSQL takes no NUL, and it may come escaped. */
function textOf(value: unknown): string {
  return String(scalar(value) ?? '').replaceAll('\u0000', '')
}

/** A number here and a string in the query; as text they meet (daraja §2). */
function codeOf(value: unknown): string | null {
  const code = String(scalar(value) ?? '')
  return /^[\w.-]{1,40}$/.test(code) ? code : null
}

/** By name, never by place. A name that stands twice tells nothing, because nobody could say which one holds. */
function item(items: unknown, name: string): string | null {
  const found = (Array.isArray(items) ? items : [items]).filter((each) => at(each, 'Name') === name)
  const value = found.length === 1 ? scalar(at(found[0], 'Value')) : null
  return value === null ? null : String(value)
}

/** `1`, `1.00` and `4500.5` are amounts; text around them, signs, commas and a third decimal are not. */
function amountOf(text: string | null): Cents | null {
  return text !== null && /^\d{1,9}(\.\d{1,2})?$/.test(text) ? fromShillings(text) : null
}

function receiptOf(text: string | null): string | null {
  return text !== null && /^[A-Z0-9]{8,20}$/.test(text) ? text : null
}
