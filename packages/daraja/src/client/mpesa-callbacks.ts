import type { Cents } from './amounts.ts'
import { amountIn, at, codeIn, parseJson, phoneIn, receiptIn, textIn, valueNamed } from './mpesa-answers.ts'
import { readNairobiDate, readNairobiTimestamp } from './request-bodies.ts'

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

/** M-Pesa's result of a payout (daraja §5). Everything from `receipt` on is absent when nothing was paid. */
export interface PayoutResult {
  /** The id of the payout; empty when M-Pesa left it out. The reader of a result compares it with the payout at whose address it arrived. */
  originatorConversationId: string
  conversationId: string
  /** As text; `0` means paid. */
  resultCode: string
  /** For people; it varies for the same code. */
  resultDesc: string
  receipt: string | null
  amount: Cents | null
  completedAt: Date | null
  recipient: Recipient
}

/** M-Pesa's answer to a query about a payout (Transaction Status, daraja §6). */
export interface TransactionStatus {
  /** `unknown`: the question itself failed, or no list names the status. It proves nothing. */
  state: 'completed' | 'failed' | 'open' | 'unknown'
  /** As M-Pesa writes it, such as `Completed`; empty when the question failed. */
  status: string
  /** How the question went, not the payout: `0` answered, `2001` wrong initiator, and others. */
  resultCode: string
  resultDesc: string
  /** The id of the payout that the question was about, where M-Pesa names it. */
  originatorConversationId: string | null
  /** Only of a completed payout. */
  receipt: string | null
  amount: Cents | null
  completedAt: Date | null
  recipient: Recipient
}

export interface Recipient {
  phone: string | null
  /** As registered with M-Pesa. */
  name: string | null
}

/** Reads the raw body that came to a payout's result address. Never throws; null for anything that is no result of a payout. */
export function readPayoutResult(body: string): PayoutResult | null {
  const read = readResult(body)
  // A status that came to the wrong address must not pass for the payout's own result.
  if (!read || read.value('TransactionStatus') !== null) return null
  const { result, resultCode, resultDesc, value } = read
  return {
    originatorConversationId: textIn(at(result, 'OriginatorConversationID')),
    conversationId: textIn(at(result, 'ConversationID')),
    resultCode,
    resultDesc,
    // A failure has a TransactionID as well; it is the receipt of nothing.
    receipt: resultCode === '0' ? receiptIn(value('TransactionReceipt') ?? textIn(at(result, 'TransactionID'))) : null,
    amount: amountIn(value('TransactionAmount')),
    completedAt: readNairobiDate(value('TransactionCompletedDateTime') ?? ''),
    recipient: recipientIn(value('ReceiverPartyPublicName')),
  }
}

/** Reads the raw body that came to the result address of a question. Never throws; null for anything that is no result. */
export function readTransactionStatus(body: string): TransactionStatus | null {
  const read = readResult(body)
  if (!read) return null
  const { resultCode, resultDesc, value } = read
  const status = resultCode === '0' ? (value('TransactionStatus') ?? '') : ''
  const state = states.get(status.toLowerCase()) ?? 'unknown'
  return {
    state,
    status,
    resultCode,
    resultDesc,
    originatorConversationId: value('OriginatorConversationID'),
    receipt: state === 'completed' ? receiptIn(value('ReceiptNo')) : null,
    amount: amountIn(value('Amount')),
    completedAt: readNairobiTimestamp(value('FinalisedTime') ?? ''),
    recipient: recipientIn(value('CreditPartyName')),
  }
}

/** The statuses that daraja §6 names. */
const states = new Map<string, TransactionStatus['state']>([
  ['completed', 'completed'],
  ['declined', 'failed'],
  ['cancelled', 'failed'],
  ['expired', 'failed'],
  ['initiated', 'open'],
  ['authorized', 'open'],
])

function readResult(body: string) {
  const result = at(parseJson(body), 'Result')
  const resultCode = codeIn(at(result, 'ResultCode'))
  if (resultCode === null) return null
  const parameters = at(at(result, 'ResultParameters'), 'ResultParameter')
  const value = (key: string) => valueNamed(parameters, 'Key', key)?.replaceAll('\u0000', '') ?? null
  return { result, resultCode, resultDesc: textIn(at(result, 'ResultDesc')), value }
}

/** `254705912645 - JOHN DOE`. */
function recipientIn(text: string | null): Recipient {
  const [, phone, name] = /^\s*(254[17]\d{8})\s*-\s*(.*?)\s*$/s.exec(text ?? '') ?? [null, null, text?.trim()]
  return { phone: phone ?? null, name: name?.slice(0, longestName) || null }
}

const longestName = 200
