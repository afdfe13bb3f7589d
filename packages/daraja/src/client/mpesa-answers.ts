import { type Cents, fromShillings } from './amounts.ts'
import type { Exchange } from './http-exchange.ts'
import type { PromptAnswer, QueryAnswer } from './mpesa.ts'

/** The reply, judged by its body: M-Pesa's HTTP statuses tell little (daraja §1). */
export type Reply =
  | { kind: 'answer'; fields: Record<string, unknown> }
  | { kind: 'error'; code: string; message: string }
  /** Nothing was sent: M-Pesa is not reachable, or gave no token. */
  | { kind: 'unsent'; code: string; message: string; busy: boolean }
  /** Sent, and no readable answer came back. */
  | { kind: 'lost'; reason: string }

/** `token`: a new token helps. `busy`: the same request may work in a minute. `unknown`: a prompt may have gone out, money may have moved. */
type Meaning = 'refused' | 'busy' | 'token' | 'unknown'

interface ErrorRow {
  /** How the errorCode begins. */
  code: string
  message?: RegExp
  meaning: Meaning
  /** Whether M-Pesa itself is well: a fault of one request or one phone must not stop the others. */
  healthy: boolean
  /** The shop's own account or request is at fault: the buyer can do nothing about it. */
  ours?: true
  why: string
}

/** The meaning of an errorCode for a prompt or a payout; the first row that fits holds (daraja §1, §2, §5). */
export const errorRows: ErrorRow[] = [
  { code: '404.001.03', meaning: 'token', healthy: true, why: 'invalid access token, STK' },
  { code: '401.003.01', meaning: 'token', healthy: true, why: 'invalid access token, as Safaricom’s tracker reports it' },
  { code: '401.002.01', meaning: 'token', healthy: true, why: 'invalid access token, balance family' },
  { code: '400.003.01', message: /access token/i, meaning: 'token', healthy: true, why: 'invalid access token, status and C2B families' },
  { code: '400.002.02', message: /PhoneNumber|PartyA/i, meaning: 'refused', healthy: true, why: 'M-Pesa does not take this number' },
  {
    code: '400.002.02',
    message: /ShortCode|PartyB|CallBackURL|Password|Timestamp|TransactionType/i,
    ...{ meaning: 'refused', healthy: true, ours: true },
    why: 'a field that is the same in every prompt of this account',
  },
  { code: '401', meaning: 'refused', healthy: true, ours: true, why: 'the app or its key may not' },
  { code: '403', meaning: 'refused', healthy: true, ours: true, why: 'the app or its key may not' },
  { code: '404', meaning: 'refused', healthy: true, ours: true, why: 'wrong URL, wrong form of the key: no prompt gets through' },
  { code: '405', meaning: 'refused', healthy: true, ours: true, why: 'wrong method: no prompt gets through' },
  { code: '4', meaning: 'refused', healthy: true, why: 'a bad field of this one request: another may be taken' },
  {
    code: '500.001.1001',
    message: /wrong credentials/i,
    meaning: 'refused',
    healthy: true,
    ours: true,
    why: 'password, time and shortcode do not match',
  },
  { code: '500.001.1001', message: /merchant does not exist/i, meaning: 'refused', healthy: true, ours: true, why: 'the shortcode is not ours' },
  { code: '500.001.1001', message: /unable to lock subscriber/i, meaning: 'busy', healthy: true, why: 'another prompt is open on this phone' },
  { code: '500.001.1001', meaning: 'unknown', healthy: false, why: 'one code for many things: without a clear message it proves nothing' },
  { code: '500.003.02', meaning: 'busy', healthy: false, why: 'spike arrest: too many requests in this second' },
  { code: '500.003.03', meaning: 'busy', healthy: false, ours: true, why: 'quota used up' },
  { code: 'policies.ratelimit.QuotaViolation', meaning: 'busy', healthy: false, ours: true, why: 'quota used up, as the gateway says it' },
  { code: 'policies.ratelimit.', meaning: 'busy', healthy: false, why: 'spike arrest, as the gateway says it' },
  { code: 'keymanagement.service.', message: /token/i, meaning: 'token', healthy: true, why: 'invalid access token, as the gateway says it' },
  { code: 'keymanagement.service.', meaning: 'refused', healthy: true, ours: true, why: 'the app of the key has no such product' },
  { code: '500.002.1001', message: /duplicate/i, meaning: 'unknown', healthy: true, why: 'a payout that M-Pesa has had already: it may be made' },
  { code: '', meaning: 'unknown', healthy: false, why: '500.003.1001 (internal error) and what no list names: it may have happened halfway' },
]

export function readReply(exchange: Exchange): Reply {
  if (exchange.outcome === 'unsent') return { kind: 'unsent', code: 'unreachable', message: `M-Pesa was not reached: ${exchange.reason}`, busy: true }
  if (exchange.outcome === 'lost') return { kind: 'lost', reason: exchange.reason }
  const fields = fieldsOf(exchange.body)
  if (fields && textOf(fields.errorCode))
    return { kind: 'error', code: codeOf(fields.errorCode), message: textOf(fields.errorMessage).slice(0, longestText) }
  const fault = faultIn(fields)
  if (fault) return fault
  if (fields && (textOf(fields.ResponseCode) || textOf(fields.ResultCode))) return { kind: 'answer', fields }
  return { kind: 'lost', reason: `unreadable answer, HTTP ${exchange.status}` }
}

/** What M-Pesa's gateway says in a form of its own; it passed nothing on. */
function faultIn(fields: Record<string, unknown> | null): Reply | null {
  const fault = at(fields, 'fault')
  const code = textOf(at(at(fault, 'detail'), 'errorcode'))
  return /^[a-z]+(\.\w+){1,5}$/i.test(code)
    ? { kind: 'error', code: code.slice(0, 80), message: textOf(at(fault, 'faultstring')).slice(0, longestText) }
    : null
}

/** M-Pesa did nothing with the request and wants another token. */
export function wantsToken(reply: Reply): boolean {
  return reply.kind === 'error' && rowOf(reply).meaning === 'token'
}

/** The meaning of the answer to a push, and whether M-Pesa is well. */
export function readPrompt(reply: Reply): { answer: PromptAnswer; healthy: boolean } {
  switch (reply.kind) {
    case 'unsent':
      // A token that is refused for good means the shop's own keys.
      return { answer: refused(reply.code, reply.message, reply.busy, !reply.busy), healthy: !reply.busy }
    case 'lost':
      return { answer: { outcome: 'unknown', reason: reply.reason }, healthy: false }
    case 'error': {
      const { meaning, healthy, ours } = rowOf(reply)
      if (meaning === 'unknown') return { answer: { outcome: 'unknown', reason: `error ${reply.code}` }, healthy }
      // M-Pesa refused a second token as well: the cause may pass.
      return { answer: refused(reply.code, reply.message, meaning !== 'refused', ours), healthy }
    }
    case 'answer': {
      const { ResponseCode, ResponseDescription, CheckoutRequestID, MerchantRequestID } = reply.fields
      const code = textOf(ResponseCode)
      const checkoutRequestId = textOf(CheckoutRequestID)
      if (code === '') return { answer: { outcome: 'unknown', reason: 'an answer without ResponseCode' }, healthy: false }
      if (code !== '0') return { answer: refused(codeOf(code), textOf(ResponseDescription).slice(0, longestText), false), healthy: true }
      if (checkoutRequestId === '') return { answer: { outcome: 'unknown', reason: 'accepted without CheckoutRequestID' }, healthy: false }
      return { answer: { outcome: 'accepted', checkoutRequestId, merchantRequestId: textOf(MerchantRequestID) }, healthy: true }
    }
  }
}

/** Only a ResultCode for the very prompt that was asked about is an answer: errors come at random, for finished payments too (daraja §3). */
export function readQuery(reply: Reply, checkoutRequestId: string): QueryAnswer {
  if (reply.kind === 'lost') return { outcome: 'no_answer', reason: reply.reason }
  if (reply.kind !== 'answer') return { outcome: 'no_answer', reason: `error ${reply.code}` }
  const { ResponseCode, ResultCode, ResultDesc, CheckoutRequestID } = reply.fields
  const responseCode = textOf(ResponseCode)
  const resultCode = textOf(ResultCode)
  if (resultCode === '' || (responseCode !== '' && responseCode !== '0')) return { outcome: 'no_answer', reason: 'answer without result' }
  if ((textOf(CheckoutRequestID) || checkoutRequestId) !== checkoutRequestId) return { outcome: 'no_answer', reason: 'answer about another prompt' }
  return { outcome: 'answered', resultCode, resultDesc: textOf(ResultDesc) }
}

/** Characters of M-Pesa's words that are kept for people. */
export const longestText = 300

function refused(code: string, message: string, busy: boolean, ours = false): PromptAnswer {
  return { outcome: 'refused', code, message, busy, ...(ours && { ours }) }
}

export function rowOf({ code, message }: { code: string; message: string }): ErrorRow {
  return errorRows.find((row) => code.startsWith(row.code) && (row.message?.test(message) ?? true))!
}

/** The object in a body, or null. */
export function fieldsOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** `500.001.1001`, `1032`, `SFC_IC0003`. A text of another form may be anything, and codes are logged. */
export function codeOf(value: unknown): string {
  const code = textOf(value)
  return /^[A-Z_]{0,8}\d{1,6}(\.\d{1,6})*$/.test(code) ? code : 'odd'
}

/** Codes come as numbers and as text. Any other value is empty; a NUL, which PostgreSQL does not take, is left out. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\u0000', '') : ''
}

/** Helpers for reading the bodies that M-Pesa sends. None of them throws: a body from outside may be anything. */

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The own field of an object; inherited fields are never read. */
export function at(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined
}

/** Finds an item by name, never by position. A name that occurs twice gives null, because it is not clear which one is right. */
export function valueNamed(items: unknown, nameField: 'Name' | 'Key', name: string): string | null {
  const found = (Array.isArray(items) ? items : [items]).filter((each) => at(each, nameField) === name)
  const value = found.length === 1 ? scalar(at(found[0], 'Value')) : null
  return value === null ? null : String(value)
}

/** PostgreSQL takes no NUL, and it may come escaped. */
export function textIn(value: unknown): string {
  return String(scalar(value) ?? '').replaceAll('\u0000', '')
}

/** A code may be a number in one place and a string in another; as text both are equal (daraja §2). */
export function codeIn(value: unknown): string | null {
  const code = String(scalar(value) ?? '')
  return /^[\w.-]{1,40}$/.test(code) ? code : null
}

/** `1`, `1.00` and `4500.5` are amounts; text around them, signs, commas and a third decimal are not. */
export function amountIn(text: string | null): Cents | null {
  return text !== null && /^\d{1,9}(\.\d{1,2})?$/.test(text) ? fromShillings(text) : null
}

/** A number of Kenya with its country code or without; not a masked one. */
export function phoneIn(text: string | null): string | null {
  const [, own] = /^(?:254|0)?([17]\d{8})$/.exec(text ?? '') ?? []
  return own ? `254${own}` : null
}

export function receiptIn(text: string | null): string | null {
  return text !== null && /^[A-Z0-9]{8,20}$/.test(text) ? text : null
}

function scalar(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
