import { constants, publicEncrypt, X509Certificate } from 'node:crypto'
import { toShillings } from './amounts.ts'
import type { DarajaSettings, PayoutRequest, PayoutSettings, PromptRequest, TransactionQuestion } from './mpesa.ts'

const limits = { lowestAmount: 1, highestAmount: 250_000, reference: /^[A-Za-z0-9]{1,12}$/, longestDescription: 13 }

/** The body of an STK push (daraja §2), at an instant in milliseconds. Throws RangeError for what M-Pesa cannot take: our own bug. */
export function promptBody(settings: DarajaSettings, prompt: PromptRequest, at: number) {
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
  const earliest = until - 48 * 60 * 60 * 1000
  return { ShortCode: shortcode, StartDate: nairobiTime(Math.max(since, earliest)), EndDate: nairobiTime(until), OffSetValue: String(offset) }
}

/** Throws RangeError for settings with which no prompt can work. */
export function checkSettings({ baseUrl, shortcode, transactionType, till }: DarajaSettings): void {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) throw new RangeError('the base URL is no http address')
  if (!/^[1-9]\d{4,6}$/.test(shortcode)) throw new RangeError('a shortcode has 5 to 7 digits')
  if (transactionType === 'CustomerBuyGoodsOnline' && !/^[1-9]\d{4,6}$/.test(till ?? ''))
    throw new RangeError('buying goods needs a till of 5 to 7 digits')
}

function checkPrompt({ phone, amount, reference, description, callbackUrl }: PromptRequest): void {
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

const payoutLimits = { lowestAmount: 1, highestAmount: 250_000, id: /^[A-Za-z0-9_-]{1,40}$/, remarks: [2, 100], occasion: [1, 100] } as const

/** The body of a B2C payment (daraja §5). Throws RangeError for what M-Pesa cannot take: our own bug. */
export function payoutBody(settings: PayoutSettings, payout: PayoutRequest) {
  checkPayout(payout)
  return {
    OriginatorConversationID: payout.payoutId,
    InitiatorName: settings.initiatorName,
    SecurityCredential: securityCredential(settings.initiatorPassword, settings.certificate),
    CommandID: 'BusinessPayment',
    Amount: String(toShillings(payout.amount)),
    PartyA: settings.shortcode,
    PartyB: payout.phone,
    Remarks: payout.remarks,
    QueueTimeOutURL: new URL(payout.timeoutUrl).href,
    ResultURL: new URL(payout.resultUrl).href,
    // M-Pesa's own spelling, in this request alone.
    Occassion: payout.occasion,
  }
}

/** The body of a Transaction Status question (daraja §6). Throws RangeError without a payout or a receipt to ask about. */
export function questionBody(settings: PayoutSettings, question: TransactionQuestion) {
  const byReceipt = 'receipt' in question
  if (byReceipt ? !/^[A-Z0-9]{8,20}$/.test(question.receipt) : !payoutLimits.id.test(question.originatorConversationId))
    throw new RangeError('a question needs the id of a payout or a receipt')
  checkAddresses(question)
  return {
    Initiator: settings.initiatorName,
    SecurityCredential: securityCredential(settings.initiatorPassword, settings.certificate),
    CommandID: 'TransactionStatusQuery',
    ...(byReceipt ? { TransactionID: question.receipt } : { OriginalConversationID: question.originatorConversationId }),
    PartyA: settings.shortcode,
    IdentifierType: '4',
    ResultURL: new URL(question.resultUrl).href,
    QueueTimeOutURL: new URL(question.timeoutUrl).href,
    Remarks: 'Payout',
    Occasion: 'Payout',
  }
}

/** Throws RangeError for settings with which no payout can work. */
export function checkPayoutSettings({ shortcode, initiatorName, initiatorPassword, certificate }: PayoutSettings): void {
  if (!/^[1-9]\d{4,6}$/.test(shortcode)) throw new RangeError('the shortcode of payouts has 5 to 7 digits')
  if (!initiatorName || !initiatorPassword) throw new RangeError('payouts need an initiator and its password')
  if (!isCertificate(certificate)) throw new RangeError("payouts need M-Pesa's certificate")
}

function checkPayout(payout: PayoutRequest): void {
  const shillings = toShillings(payout.amount)
  if (!payoutLimits.id.test(payout.payoutId)) throw new RangeError('the id of the payout is not 1 to 40 letters, digits, - and _')
  if (!/^254[17]\d{8}$/.test(payout.phone)) throw new RangeError('the phone is not 2547XXXXXXXX or 2541XXXXXXXX')
  if (!Number.isInteger(shillings)) throw new RangeError(`the amount is no whole number of shillings: ${shillings}`)
  if (shillings < payoutLimits.lowestAmount || shillings > payoutLimits.highestAmount)
    throw new RangeError(`the amount is outside M-Pesa's payoutLimits: ${shillings}`)
  for (const field of ['remarks', 'occasion'] as const) {
    const [shortest, longest] = payoutLimits[field]
    if (payout[field].length < shortest || payout[field].length > longest)
      throw new RangeError(`${field} has not ${shortest} to ${longest} characters`)
  }
  checkAddresses(payout)
}

function checkAddresses({ resultUrl, timeoutUrl }: { resultUrl: string; timeoutUrl: string }): void {
  const isAddress = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)
  if (!isAddress(resultUrl) || !isAddress(timeoutUrl)) throw new RangeError('the result or the time-out URL is no http address')
}

/** The initiator's password, sealed for M-Pesa alone: RSA with PKCS #1 v1.5 padding and the certificate's key, in base64 (daraja §5). */
export function securityCredential(password: string, certificate: string): string {
  const key = new X509Certificate(certificate).publicKey
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password, 'utf8')).toString('base64')
}

/** Whether a password can be sealed with it: an X.509 certificate in PEM with an RSA key. */
export function isCertificate(text: string): boolean {
  try {
    return /^-----BEGIN CERTIFICATE-----/.test(text.trim()) && new X509Certificate(text).publicKey.asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Kenya is three hours ahead of UTC all year round. */
const aheadOfUtc = 3 * 60 * 60 * 1000

/** `2026-11-22 14:32:05` in Nairobi of an instant in milliseconds since 1970. */
function nairobiTime(at: number): string {
  return new Date(at + aheadOfUtc).toISOString().slice(0, 19).replace('T', ' ')
}

/** `YYYYMMDDHHmmss` in Nairobi of an instant in milliseconds since 1970: no source has seen M-Pesa refuse this zone (daraja §2). */
export function nairobiTimestamp(at: number): string {
  return new Date(at + aheadOfUtc).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** The instant of such a text, or null when it names none. */
export function readNairobiTimestamp(text: string): Date | null {
  const match = /^(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
  // Converting back catches dates that Date rolls over, such as 30 February.
  return Number.isNaN(date.getTime()) || nairobiTimestamp(date.getTime()) !== text ? null : date
}

/** The instant of `06.07.2024 22:48:52`, as results of payouts write it (daraja §5), or null. */
export function readNairobiDate(text: string): Date | null {
  const match = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(text)
  if (!match) return null
  const [, day, month, year, hour, minute, second] = match
  return readNairobiTimestamp(`${year}${month}${day}${hour}${minute}${second}`)
}
