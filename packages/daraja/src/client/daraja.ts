import { exchange, type Outgoing } from './http-exchange.ts'
import { maskPhone } from './mask-phone.ts'
import type { DarajaSettings, ListedPayment, Mpesa, PromptAnswer, QueryAnswer, TokenStore } from './mpesa.ts'
import { amountIn, at, codeOf, phoneIn, type Reply, readPrompt, readQuery, readReply, receiptIn, textIn, wantsToken } from './mpesa-answers.ts'
import { createPayouts } from './payouts.ts'
import { checkSettings, promptBody, pullBody, queryBody } from './request-bodies.ts'
import { createTokenSource, readToken, TokenRefused, tokenRequest } from './token.ts'

export interface DarajaOptions {
  /** Where the access token is kept. `memoryTokens()` is one for a single process. */
  tokens: TokenStore
  /** Gets names, durations, outcomes and masked phones; never a key, a token, a password or a message of M-Pesa's. */
  log?: (event: Record<string, unknown>) => void
  /** Holds prompts back while M-Pesa does not answer; without one every prompt is sent. */
  breaker?: CircuitBreaker
  /** Milliseconds since 1970. */
  clock?: () => number
  /** 3 s: for establishing a connection, TLS included. */
  connectTimeoutMs?: number
  /** 15 s: for a prompt or a query altogether, its token and its second try included. */
  totalTimeoutMs?: number
}

/** Asked before each prompt, and told afterwards whether M-Pesa is well: a fault of one request or one phone is no sign that it is not. */
export interface CircuitBreaker {
  /** False while it is open: the prompt is refused with the code `resting`, and nothing is sent. */
  allows(): boolean
  record(healthy: boolean): void
}

/** M-Pesa over the wire (Daraja). Throws RangeError for settings or input with which no request could work: our own bug. */
export function createDaraja(settings: DarajaSettings, options: DarajaOptions): Mpesa {
  checkSettings(settings)
  const { tokens, breaker, log = () => {}, clock = Date.now, connectTimeoutMs = 3000, totalTimeoutMs = 15_000 } = options
  const usableToken = createTokenSource(tokens, renewToken, clock)

  return {
    async requestPrompt(prompt) {
      const begun = performance.now()
      const body = promptBody(settings, prompt, clock())
      const answer = (breaker?.allows() ?? true) ? await send(body) : breakerOpen
      log({ event: 'mpesa prompt', ...outcomeOf(answer), ms: since(begun), phone: maskPhone(prompt.phone) })
      return answer
    },
    async queryPrompt(checkoutRequestId) {
      const begun = performance.now()
      const answer = readQuery(await ask('/mpesa/stkpushquery/v1/query', queryBody(settings, checkoutRequestId, clock())), checkoutRequestId)
      log({ event: 'mpesa query', ...outcomeOf(answer), ms: since(begun) })
      return answer
    },
    async listPaid(from) {
      const begun = performance.now()
      const listed = await readAll((offset) => ask(pullPath, pullBody(settings, { since: from.getTime(), until: clock(), offset })))
      log({ event: 'mpesa pull', outcome: listed ? 'answered' : 'no_answer', count: listed?.length ?? 0, ms: since(begun) })
      return listed
    },
    payouts: settings.payouts && createPayouts(settings.payouts, { ask, log }),
  }

  async function send(body: object): Promise<PromptAnswer> {
    const { answer, healthy } = readPrompt(await ask('/mpesa/stkpush/v1/processrequest', body))
    breaker?.record(healthy)
    return answer
  }

  /** Sends the request again with a new token, if M-Pesa did not accept the first one: it did nothing with that request. */
  async function ask(path: string, body: object): Promise<Reply> {
    const signal = AbortSignal.timeout(totalTimeoutMs)
    const first = await post(path, body, null, signal)
    return wantsToken(first.reply) ? (await post(path, body, first.token, signal)).reply : first.reply
  }

  async function post(path: string, body: object, refused: string | null, signal: AbortSignal): Promise<{ reply: Reply; token: string | null }> {
    let token: string
    try {
      token = await usableToken(refused)
    } catch (error) {
      return { reply: noToken(error), token: null }
    }
    const outgoing: Outgoing = {
      method: 'POST',
      url: settings.baseUrl.replace(/\/+$/, '') + path,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // A thousand payments of some 250 characters.
      ...(path === pullPath && { longestReply: 2 ** 20 }),
    }
    return { reply: readReply(await exchange(outgoing, connectTimeoutMs, signal)), token }
  }

  function noToken(error: unknown): Reply {
    // Only the name of a fault in the store is logged: its message may hold the token.
    if (!(error instanceof TokenRefused))
      log({ event: 'mpesa token', outcome: 'store failed', code: error instanceof Error ? error.name : typeof error })
    const { code, busy, message } = error instanceof TokenRefused ? error : new TokenRefused('no_token', true)
    return { kind: 'unsent', code, message, busy }
  }

  /** With a third of the time, so that a slow token leaves enough for the prompt that waits for it. */
  async function renewToken() {
    const begun = performance.now()
    const askedAt = clock()
    const reply = await exchange(tokenRequest(settings), connectTimeoutMs, AbortSignal.timeout(Math.ceil(totalTimeoutMs / 3)))
    try {
      const token = readToken(reply, askedAt)
      log({ event: 'mpesa token', outcome: 'renewed', ms: since(begun) })
      return token
    } catch (error) {
      log({ event: 'mpesa token', outcome: 'refused', code: (error as TokenRefused).code, ms: since(begun) })
      throw error
    }
  }
}

const pullPath = '/pulltransactions/v1/query'

/** The answer while the circuit breaker is open. */
const breakerOpen: PromptAnswer = { outcome: 'refused', code: 'resting', message: 'M-Pesa has not been answering. Nothing was sent.', busy: true }

/** The part of an answer that may be logged: the code, never the words around it. */
function outcomeOf(answer: PromptAnswer | QueryAnswer): Record<string, unknown> {
  switch (answer.outcome) {
    case 'accepted':
      return { outcome: answer.outcome }
    case 'refused':
      return { outcome: answer.outcome, code: answer.code, busy: answer.busy }
    case 'answered':
      return { outcome: answer.outcome, code: codeOf(answer.resultCode) }
    default:
      return { outcome: answer.outcome, reason: answer.reason }
  }
}

function since(begun: number): number {
  return Math.round(performance.now() - begun)
}

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
