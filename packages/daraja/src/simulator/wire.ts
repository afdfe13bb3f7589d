import { randomInt } from 'node:crypto'
import { Hono } from 'hono'
import type { Courier } from './courier.ts'
import type { Faults } from './faults.ts'
import type { Payments } from './payments.ts'
import { type Prompt, type Prompts, resultOf } from './prompts.ts'
import { answerError, reply, type WireContext } from './replies.ts'
import { checkCredentials, type PullQuestion, readPull, readStkPush, readStkQuery } from './requests.ts'
import { resultDesc } from './results.ts'
import { checkTokenRequest, type Tokens } from './tokens.ts'
import { WireError } from './wire-errors.ts'

interface Parts {
  shop: { name: string; consumerKey: string; consumerSecret: string; shortcode: string; passkey: string }
  tokens: Tokens
  faults: Faults
  prompts: Prompts
  payments: Payments
  courier: Courier
}

/** The Daraja API for STK: paths, envelopes and texts of daraja §1 to §3. */
export function createWire({ shop, tokens, faults, prompts, payments, courier }: Parts) {
  const wire = new Hono<{ Bindings: WireContext['env'] }>()
  wire.onError((cause, c) => answerError(c, cause))

  wire.get('/oauth/v1/generate', (c) => {
    checkTokenRequest(c.req.header('authorization'), c.req.query('grant_type'), shop)
    const fault = faults.take('auth')
    return reply(c, fault, async () => c.json({ access_token: tokens.issue({ worthless: fault?.answer === 'worthlessToken' }), expires_in: '3599' }))
  })

  wire.post('/mpesa/stkpush/v1/processrequest', async (c) => {
    tokens.check(c.req.header('authorization'))
    const push = await readStkPush(c.req.raw)
    checkCredentials(push, shop)
    return reply(c, faults.take('submit', push.PhoneNumber), async () => c.json(acceptance(await payments.accept(push))))
  })

  wire.post('/mpesa/stkpushquery/v1/query', async (c) => {
    tokens.check(c.req.header('authorization'))
    const query = await readStkQuery(c.req.raw)
    checkCredentials(query, shop)
    const prompt = prompts.find(query.CheckoutRequestID)
    const code = (prompt && resultOf(prompt)?.code) ?? '4999'
    const fault = faults.take('query', prompt?.phone, ({ answer }) => answer !== 'contradict' || code === '0')
    const answer = await reply(c, fault, async () => c.json(outcome(prompt, untrue(fault?.answer) ?? code)))
    if (prompt && code !== '4999') courier.release(prompt.checkoutRequestId)
    return answer
  })

  wire.post('/pulltransactions/v1/query', async (c) => {
    tokens.check(c.req.header('authorization'))
    const pull = await readPull(c.req.raw)
    if (pull.ShortCode !== shop.shortcode) throw new WireError('unknownMerchant')
    return c.json(pulled(prompts.list(), shop.name, pull))
  })

  wire.all('/oauth/v1/generate', wrongMethod).all('/mpesa/stkpush/v1/processrequest', wrongMethod).all('/mpesa/stkpushquery/v1/query', wrongMethod)
  return wire
}

function acceptance({ merchantRequestId, checkoutRequestId }: Prompt) {
  return {
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  }
}

/** The answer to a query; "successsfully" is Safaricom's own spelling. */
function outcome(prompt: Prompt | undefined, code: string) {
  if (!prompt) throw new WireError('unknownTransaction')
  return {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: code,
    ResultDesc: resultDesc(code),
  }
}

/** The code that a fault reports in place of the true one. */
function untrue(answer: string | undefined): string | undefined {
  return { pending: '4999', contradict: '1037' }[answer ?? '']
}

function wrongMethod(): never {
  throw new WireError('wrongMethod')
}

/** Payments of one answer. */
const pageSize = 1000

/** What Pull Transactions answers: the paid prompts of a stretch of time, oldest first, from an offset on (daraja §6). */
function pulled(prompts: Prompt[], organizationname: string, { StartDate, EndDate, OffSetValue }: PullQuestion) {
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
    organizationname,
  }))
  return { ...head, ResponseCode: '1000', ResponseMessage: 'Success', Response: [rows] }
}
