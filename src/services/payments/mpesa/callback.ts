import type { Cents } from '#domain/money.ts'
import { readNairobiTimestamp } from './daraja-time.ts'
import { amountIn, at, codeIn, parseJson, phoneIn, receiptIn, textIn, valueNamed } from './json-fields.ts'

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
  phone: string | null
}

/** The shop's answer to every callback of M-Pesa, with any body (daraja §4). */
export const callbackAnswer = { ResultCode: 0, ResultDesc: 'Accepted' } as const

/** Reads the raw body of a callback. Never throws; null for anything that is no STK callback. */
export function readStkCallback(body: string): StkCallback | null {
  const callback = at(at(parseJson(body), 'Body'), 'stkCallback')
  const checkoutRequestId = at(callback, 'CheckoutRequestID')
  const resultCode = codeIn(at(callback, 'ResultCode'))
  if (typeof checkoutRequestId !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(checkoutRequestId) || resultCode === null) return null

  const items = at(at(callback, 'CallbackMetadata'), 'Item')
  return {
    checkoutRequestId,
    merchantRequestId: textIn(at(callback, 'MerchantRequestID')),
    resultCode,
    resultDesc: textIn(at(callback, 'ResultDesc')),
    amount: amountIn(valueNamed(items, 'Name', 'Amount')),
    receipt: receiptIn(valueNamed(items, 'Name', 'MpesaReceiptNumber')),
    paidAt: readNairobiTimestamp(valueNamed(items, 'Name', 'TransactionDate') ?? ''),
    phone: phoneIn(valueNamed(items, 'Name', 'PhoneNumber')),
  }
}
