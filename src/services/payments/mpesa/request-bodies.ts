import { toShillings } from '#domain/money.ts'
import { writeLocalTime } from '#domain/nairobi-time.ts'
import type { PaymentRequest } from '#services/payments/payment-provider.ts'
import { nairobiTimestamp } from './daraja-time.ts'
import type { DarajaSettings } from './mpesa.ts'

const limits = { lowestAmount: 1, highestAmount: 250_000, reference: /^[A-Za-z0-9]{1,12}$/, longestDescription: 13 }

/** The body of an STK push (daraja §2), at an instant in milliseconds. Throws RangeError for what M-Pesa cannot take: our own bug. */
export function promptBody(settings: DarajaSettings, prompt: PaymentRequest, at: number) {
  checkPrompt(prompt)
  return {
    ...credentials(settings, at),
    TransactionType: settings.transactionType,
    Amount: String(toShillings(prompt.amount)),
    PartyA: prompt.phone,
    PartyB: settings.transactionType === 'CustomerBuyGoodsOnline' ? settings.till : settings.shortcode,
    PhoneNumber: prompt.phone,
    // As URL writes it, the host is in lower case; M-Pesa refuses others (daraja §4).
    CallBackURL: new URL(prompt.callbackUrl).href,
    AccountReference: prompt.reference,
    TransactionDesc: prompt.description,
  }
}

/** The body of an STK query (daraja §3). Throws RangeError without an id. */
export function queryBody(settings: DarajaSettings, checkoutRequestId: string, at: number) {
  if (!checkoutRequestId) throw new RangeError('a query needs a CheckoutRequestID')
  return { ...credentials(settings, at), CheckoutRequestID: checkoutRequestId }
}

/** The body of a question for the account's payments (Pull Transactions, daraja §6), instants in milliseconds; the record goes back 48 hours. */
export function pullBody({ shortcode }: DarajaSettings, { since, until, offset }: { since: number; until: number; offset: number }) {
  const local = (at: number) => writeLocalTime(new Date(at))
  const earliest = until - 48 * 60 * 60 * 1000
  return { ShortCode: shortcode, StartDate: local(Math.max(since, earliest)), EndDate: local(until), OffSetValue: String(offset) }
}

/** Throws RangeError for settings with which no prompt can work. */
export function checkSettings({ baseUrl, shortcode, transactionType, till }: DarajaSettings): void {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) throw new RangeError('the base URL is no http address')
  if (!/^[1-9]\d{4,6}$/.test(shortcode)) throw new RangeError('a shortcode has 5 to 7 digits')
  if (transactionType === 'CustomerBuyGoodsOnline' && !/^[1-9]\d{4,6}$/.test(till ?? ''))
    throw new RangeError('buying goods needs a till of 5 to 7 digits')
}

function checkPrompt({ phone, amount, reference, description, callbackUrl }: PaymentRequest): void {
  const shillings = toShillings(amount)
  if (!/^254[17]\d{8}$/.test(phone)) throw new RangeError('the phone is not 2547XXXXXXXX or 2541XXXXXXXX')
  if (!Number.isInteger(shillings)) throw new RangeError(`the amount is no whole number of shillings: ${shillings}`)
  if (shillings < limits.lowestAmount || shillings > limits.highestAmount) throw new RangeError(`the amount is outside M-Pesa's limits: ${shillings}`)
  if (!limits.reference.test(reference)) throw new RangeError('the reference is not 1 to 12 letters and digits')
  if (description.length > limits.longestDescription) throw new RangeError('the description has more than 13 characters')
  if (!/^https?:\/\//i.test(callbackUrl) || !URL.canParse(callbackUrl)) throw new RangeError('the callback URL is no http address')
}

/** The password contains the timestamp of the same body, so both are made once. */
function credentials({ shortcode, passkey }: DarajaSettings, at: number) {
  const timestamp = nairobiTimestamp(at)
  const password = Buffer.from(shortcode + passkey + timestamp).toString('base64')
  return { BusinessShortCode: Number(shortcode), Password: password, Timestamp: timestamp }
}
