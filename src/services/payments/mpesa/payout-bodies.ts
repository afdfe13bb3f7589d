import { toShillings } from '#domain/money.ts'
import type { PayoutRequest } from '#services/payments/payment-provider.ts'
import type { PayoutSettings, TransactionQuestion } from './mpesa.ts'
import { isCertificate, securityCredential } from './security-credential.ts'

const limits = { lowestAmount: 1, highestAmount: 250_000, id: /^[A-Za-z0-9_-]{1,40}$/, remarks: [2, 100], occasion: [1, 100] } as const

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
  if (byReceipt ? !/^[A-Z0-9]{8,20}$/.test(question.receipt) : !limits.id.test(question.originatorConversationId))
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
  if (!limits.id.test(payout.payoutId)) throw new RangeError('the id of the payout is not 1 to 40 letters, digits, - and _')
  if (!/^254[17]\d{8}$/.test(payout.phone)) throw new RangeError('the phone is not 2547XXXXXXXX or 2541XXXXXXXX')
  if (!Number.isInteger(shillings)) throw new RangeError(`the amount is no whole number of shillings: ${shillings}`)
  if (shillings < limits.lowestAmount || shillings > limits.highestAmount) throw new RangeError(`the amount is outside M-Pesa's limits: ${shillings}`)
  for (const field of ['remarks', 'occasion'] as const) {
    const [shortest, longest] = limits[field]
    if (payout[field].length < shortest || payout[field].length > longest)
      throw new RangeError(`${field} has not ${shortest} to ${longest} characters`)
  }
  checkAddresses(payout)
}

function checkAddresses({ resultUrl, timeoutUrl }: { resultUrl: string; timeoutUrl: string }): void {
  const isAddress = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)
  if (!isAddress(resultUrl) || !isAddress(timeoutUrl)) throw new RangeError('the result or the time-out URL is no http address')
}
