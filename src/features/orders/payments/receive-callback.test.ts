import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { currentLogIds, withLogIds } from '#core/log-ids.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { askMpesa } from '#features/orders/payments/payment-operations.ts'
import { processCallback, receiveCallback } from '#features/orders/payments/receive-callback.ts'
import {
  admin,
  as,
  attemptOf,
  callBack,
  clearDesk,
  contextOn,
  interrupted,
  later,
  orderRow,
  placed,
  putOnShelf,
  rowsOf,
  secrets,
  stockOf,
  tellFailed,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { answered, failedBody, lostPrompt, newReceipt, noAnswer, paidBody } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
beforeEach(() => clearDesk(database))
const ctx = () => contextOn(database)
const problem = (code: string) => expect.objectContaining({ code })

async function order(stock = 10) {
  const shoe = await putOnShelf(database, { sizes: { '40': stock } })
  return { ...(await placed(ctx(), shoe)), shoe }
}
const outcomes = async (attempt: { id: string }) =>
  (await rowsOf<{ outcome: string }>(database, sql`select outcome from callbacks where attempt_id = ${attempt.id} order by id`)).map(
    ({ outcome }) => outcome,
  )
const callbacks = async () => Number((await rowsOf<{ n: string }>(database, sql`select count(*) as n from callbacks`))[0]?.n)

describe('who may call back', () => {
  it.each<[string, (own: string, other: string) => [string, string]]>([
    ['without a secret', (own) => [own, '']],
    ['with a part of the secret', (own) => [own, secrets.callbackSecret(own).slice(0, -1)]],
    ['with another attempt’s secret', (own, other) => [own, secrets.callbackSecret(other)]],
    ['for no id at all', () => ['x', secrets.callbackSecret('x')]],
    ['for an id in capitals', (own) => [own.toUpperCase(), secrets.callbackSecret(own)]],
  ])('nobody %s, and nothing is stored', async (_, address) => {
    const { attempt, id, ctx: own } = await order()
    const other = await order()
    const before = await callbacks()
    const body = paidBody({ checkoutRequestId: attempt.checkout_request_id as string, amount: 450000, receipt: newReceipt() })
    await expect(receiveCallback(own, ...address(attempt.id, other.attempt.id), body)).rejects.toEqual(problem('not_found'))
    expect([await callbacks(), (await orderRow(own, id)).status]).toEqual([before, 'awaiting_payment'])
  })

  it('an attempt that was wiped is kept and changes nothing', async () => {
    const gone = { id: randomUUID() }
    const before = await callbacks()
    await callBack(ctx(), gone, failedBody('ws_CO_1'))
    expect(await callbacks()).toBe(before + 1)
  })
})

describe('a payment', () => {
  it('pays the order, stores the receipt, and keeps the stock', async () => {
    const { ctx: own, id, attempt, shoe } = await order()
    const [receipt, noted] = await withLogIds({}, async () => [await tellPaid(own, attempt), currentLogIds()] as const)
    expect(noted, 'for the lines of the log').toEqual({ order: id })
    expect(await orderRow(own, id)).toMatchObject({
      status: 'waiting_shipment',
      mpesa_receipt_number: receipt,
      paid_at: expect.any(String),
      payment_assumed: false,
    })
    expect(await attemptOf(own, id)).toMatchObject({ state: 'paid', receipt, result_code: '0', next_check_at: null, needs_review_at: null })
    const [callback] = await rowsOf<{ id: string }>(own, sql`select id from callbacks where attempt_id = ${attempt.id}`)
    // A job that had read it as waiting.
    await processCallback(own, Number(callback?.id))
    expect([await stockOf(own, shoe), await outcomes(attempt)]).toEqual([9, ['paid']])
  })

  it('told 20 times at once pays once', async () => {
    const { ctx: own, id, attempt, shoe } = await order()
    const receipt = newReceipt()
    await Promise.all(Array.from({ length: 20 }, () => tellPaid(own, attempt, { receipt })))
    expect((await outcomes(attempt)).sort()).toEqual([...Array(19).fill('known'), 'paid'])
    expect(await orderRow(own, id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt })
    expect(await stockOf(own, shoe)).toBe(9)
    expect(await rowsOf(own, sql`select to_status from order_events where order_id = ${id} and to_status = 'waiting_shipment'`)).toHaveLength(1)
    expect(own.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each([
    ['a failure after it', ['paid', 'failed'], 'waiting_shipment', ['paid', 'known']],
    ['a failure before it', ['failed', 'paid'], 'waiting_shipment', ['failed', 'paid']],
    ['failures around it', ['failed', 'paid', 'failed'], 'waiting_shipment', ['failed', 'paid', 'known']],
    ['a failure twice', ['failed', 'failed'], 'payment_failed', ['failed', 'known']],
  ])('with %s stays a payment', async (_, told, status, said) => {
    const { ctx: own, id, attempt, shoe } = await order()
    for (const news of told) await (news === 'paid' ? tellPaid(own, attempt) : tellFailed(own, attempt))
    expect([(await orderRow(own, id)).status, await outcomes(attempt), await stockOf(own, shoe)]).toEqual([status, said, 9])
  })

  it('may be told with the result code as text, and of a prompt whose reply was lost', async () => {
    const mine = ctx()
    mine.mpesa.onPrompt(lostPrompt)
    const { id, attempt } = await placed(mine, await putOnShelf(database))
    const body = paidBody({ checkoutRequestId: 'ws_CO_late', amount: 450000, receipt: newReceipt() }).replace('"ResultCode":0', '"ResultCode":"0"')
    await callBack(mine, attempt, body)
    expect(await attemptOf(mine, id)).toMatchObject({ state: 'paid', checkout_request_id: 'ws_CO_late' })
    expect(await orderRow(mine, id)).toMatchObject({ status: 'waiting_shipment', checkout_request_id: 'ws_CO_late' })
  })
})

describe('a payment that does not add up', () => {
  it.each([
    ['more', 450100],
    ['a cent less', 449999],
  ])('because M-Pesa names %s: a person looks, the order stays unpaid, and no query pays it', async (_, amount) => {
    const { ctx: own, id, attempt } = await order()
    await tellPaid(own, attempt, { amount })
    expect(await attemptOf(own, id)).toMatchObject({
      state: 'accepted',
      needs_review_at: expect.any(String),
      review_reason: expect.stringContaining('not the amount'),
    })
    own.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(own, '11 seconds'))
    expect([(await orderRow(own, id)).status, own.mpesa.queries]).toEqual(['awaiting_payment', []])
    expect((await askMpesa(as(own, admin), id)).answers).toEqual(['review'])
    expect([(await orderRow(own, id)).status, (await attemptOf(own, id)).state]).toEqual(['awaiting_payment', 'accepted'])
    expect(await outcomes(attempt)).toEqual(['wrong amount'])
  })

  it('and then fails, stays on the desk: money was told of', async () => {
    const { ctx: own, id, attempt } = await order()
    await tellPaid(own, attempt, { amount: 100 })
    await tellFailed(own, attempt)
    expect(await attemptOf(own, id)).toMatchObject({
      state: 'failed',
      needs_review_at: expect.any(String),
      review_reason: expect.stringContaining('KSh 1'),
    })
  })

  it('and is then told rightly, is paid', async () => {
    const { ctx: own, id, attempt } = await order()
    await tellPaid(own, attempt, { amount: 100 })
    await tellPaid(own, attempt)
    expect((await orderRow(own, id)).status).toBe('waiting_shipment')
    expect(await attemptOf(own, id)).toMatchObject({ state: 'paid', needs_review_at: null, review_reason: null })
  })

  it('because the amount is missing: M-Pesa is asked at once, and what it says holds', async () => {
    const { ctx: own, id, attempt } = await order()
    await tellPaid(own, attempt, { amount: undefined, receipt: undefined })
    const receipt = await tellPaid(own, attempt, { amount: undefined })
    expect([(await orderRow(own, id)).status, await outcomes(attempt)]).toEqual(['awaiting_payment', ['no amount', 'no amount']])
    own.mpesa.onQuery(attempt, noAnswer, answered('0'))
    await checkPayments(own)
    await checkPayments(later(own, '10 seconds'))
    expect(await orderRow(own, id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt })
  })

  it('because the amount is missing and M-Pesa says it failed: it failed, and is not asked for ever', async () => {
    const { ctx: own, id, attempt } = await order()
    await tellFailed(own, attempt)
    await tellPaid(own, attempt, { amount: undefined })
    own.mpesa.onQuery(attempt, answered('1032'))
    await checkPayments(own)
    expect(await attemptOf(own, id)).toMatchObject({ state: 'failed', next_check_at: null, review_reason: 'The callback names no amount' })
    await checkPayments(later(own, '2 hours'))
    expect([(await orderRow(own, id)).status, own.mpesa.queries.length]).toEqual(['payment_failed', 1])
  })

  it('because the amount is missing and the reply was lost: M-Pesa is asked with the id of the callback', async () => {
    const mine = ctx()
    mine.mpesa.onPrompt(lostPrompt)
    const { id, attempt } = await placed(mine, await putOnShelf(database))
    const receipt = await tellPaid(mine, attempt, { amount: undefined, id: 'ws_CO_only_here' })
    mine.mpesa.onQuery({ checkout_request_id: 'ws_CO_only_here' }, answered('0'))
    await checkPayments(mine)
    expect(mine.mpesa.queries).toEqual(['ws_CO_only_here'])
    expect(await orderRow(mine, id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt })
  })

  it('because its receipt belongs to another attempt: a person looks, the order stays unpaid', async () => {
    const first = await order()
    const receipt = await tellPaid(first.ctx, first.attempt)
    const { ctx: own, id, attempt } = await order()
    await tellPaid(own, attempt, { receipt })
    expect([(await orderRow(own, id)).status, await outcomes(attempt)]).toEqual(['awaiting_payment', ['review']])
    expect(await attemptOf(own, id)).toMatchObject({
      state: 'accepted',
      receipt: null,
      review_reason: 'The receipt already belongs to another payment',
      next_check_at: null,
    })
  })

  it('because it names another prompt: a person looks', async () => {
    const { ctx: own, id, attempt } = await order()
    const other = await order()
    await tellPaid(own, attempt, { id: other.attempt.checkout_request_id })
    expect([(await orderRow(own, id)).status, (await orderRow(own, other.id)).status]).toEqual(['awaiting_payment', 'awaiting_payment'])
    expect((await attemptOf(own, id)).review_reason).toBe('The answer names another prompt')
  })

  it('because it names the prompt of another attempt whose reply was lost: a person looks, and nothing waits behind it', async () => {
    const other = await order()
    const mine = ctx()
    mine.mpesa.onPrompt(lostPrompt)
    const { id, attempt } = await placed(mine, await putOnShelf(database))
    await tellPaid(mine, attempt, { id: other.attempt.checkout_request_id })
    expect([(await orderRow(mine, id)).status, (await orderRow(mine, other.id)).status]).toEqual(['awaiting_payment', 'awaiting_payment'])
    expect([(await attemptOf(mine, id)).review_reason, await outcomes(attempt)]).toEqual(['The answer names another prompt', ['review']])
  })

  it('because the same prompt comes with a second receipt: the first stands, and a person looks', async () => {
    const { ctx: own, id, attempt } = await order()
    const receipt = await tellPaid(own, attempt)
    await tellPaid(own, attempt)
    expect(await orderRow(own, id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt })
    expect([await outcomes(attempt), (await attemptOf(own, id)).needs_review_at]).toEqual([['paid', 'review'], expect.any(String)])
  })
})

describe('a callback that says little or too much', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['no JSON', '<html>busy</html>'],
    ['a NUL', '{"Body":\u0000}'],
    ['keys of its own', '{"__proto__":{"Body":{"stkCallback":{"ResultCode":0,"CheckoutRequestID":"x"}}}}'],
  ])('%s is kept for a person', async (_, body) => {
    const { ctx: own, id, attempt } = await order()
    await callBack(own, attempt, body)
    expect([(await orderRow(own, id)).status, await outcomes(attempt)]).toEqual(['awaiting_payment', ['unreadable']])
    expect(await attemptOf(own, id)).toMatchObject({ state: 'accepted', review_reason: 'The callback could not be read' })
    expect((await attemptOf(own, id)).next_check_at, 'M-Pesa is asked all the same').not.toBeNull()
  })

  it.each([1031, 'SFC_IC9999', 'constructor'])('the code %j, which no list has: it is final, and the buyer may try again at once', async (code) => {
    const { ctx: own, id, attempt } = await order()
    await tellFailed(own, attempt, code)
    expect([(await orderRow(own, id)).status, (await attemptOf(own, id)).state, await outcomes(attempt)]).toEqual([
      'payment_failed',
      'failed',
      ['failed'],
    ])
    expect((await getOrder(own, id)).payment).toMatchObject({
      may_retry: true,
      sentence: expect.stringMatching(/^M-Pesa did not take this payment/),
    })
  })

  it.each(['4999', '00'])('the code %j, which proves nothing: the prompt stays open', async (code) => {
    const { ctx: own, id, attempt } = await order()
    await tellFailed(own, attempt, code)
    expect([(await orderRow(own, id)).status, (await attemptOf(own, id)).state, await outcomes(attempt)]).toEqual([
      'awaiting_payment',
      'accepted',
      ['pending'],
    ])
  })

  it('a description with a NUL and half a character in it', async () => {
    const { ctx: own, id, attempt } = await order()
    await callBack(own, attempt, failedBody(attempt.checkout_request_id as string, 1032, 'cancelled\u0000 by \ud83d'))
    expect([(await orderRow(own, id)).status, await outcomes(attempt)]).toEqual(['payment_failed', ['failed']])
  })

  it('a description that never ends', async () => {
    const { ctx: own, id, attempt } = await order()
    await callBack(own, attempt, failedBody(attempt.checkout_request_id as string, 1032, 'x'.repeat(9_000)))
    expect((await orderRow(own, id)).status).toBe('payment_failed')
  })
})

describe('a callback that could not be processed at once', () => {
  it('was stored before the process died, and the job acts on it', async () => {
    const { ctx: own, id, attempt } = await order()
    // The first statement stores it; the process dies after that.
    const dying = { ...own, db: interrupted(own, async () => Promise.reject(new Error('died'))).db }
    await expect(tellPaid(dying, attempt)).rejects.toThrow('died')
    expect([(await orderRow(own, id)).status, await outcomes(attempt)]).toEqual(['awaiting_payment', [null]])
    await checkPayments(later(own, '6 seconds'))
    expect([(await orderRow(own, id)).status, await outcomes(attempt)]).toEqual(['waiting_shipment', ['paid']])
  })

  it('because another transaction keeps its attempt for long is stored all the same', async () => {
    const { ctx: own, id, attempt } = await order()
    const waitingSince = async () => {
      const [waiting] = await rowsOf<{ since: number }>(
        database,
        sql`select extract(epoch from query_start)::float8 as since from pg_stat_activity
          where datname = current_database() and query like '%insert into callbacks%' and wait_event_type = 'Lock'`,
      )
      return waiting?.since ?? 0
    }
    const told = await database.ownerDb.transaction(async (tx) => {
      await tx.execute(sql`select from payment_attempts where id = ${attempt.id} for update`)
      const told = tellPaid(own, attempt)
      await expect.poll(waitingSince).toBeGreaterThan(0)
      const first = await waitingSince()
      // A statement gives up after two seconds; this is the next one.
      await expect.poll(waitingSince, { timeout: 5_000 }).toBeGreaterThan(first)
      return { told }
    })
    await told.told
    expect([(await orderRow(own, id)).status, await outcomes(attempt)]).toEqual(['waiting_shipment', ['paid']])
  })

  it('is answered all the same, and logged', async () => {
    const { ctx: own, id, attempt } = await order()
    // Stored, and then the database is away.
    let statements = 0
    const execute = (query: SQL) => (++statements === 1 ? database.db.execute(query) : Promise.reject(new Error('away')))
    const db = new Proxy(database.db, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) })
    await tellPaid({ ...own, db }, attempt)
    expect((await orderRow(own, id)).status).toBe('awaiting_payment')
    expect(own.logged).toContainEqual({
      level: 'error',
      message: 'callback kept for later',
      facts: { attempt: attempt.id, error: new Error('away') },
    })
    await checkPayments(later(own, '6 seconds'))
    expect((await orderRow(own, id)).status).toBe('waiting_shipment')
  })

  it('stands in nobody’s way: the others are processed and payments are checked', async () => {
    const bad = await order()
    const good = await order()
    const due = await order()
    const dying = { ...bad.ctx, db: interrupted(bad.ctx, async () => Promise.reject(new Error('died'))).db }
    for (const each of [bad, good]) await tellPaid(dying, each.attempt).catch(() => {})
    const poisoned = new Proxy(database.db, {
      get: (target, name) =>
        name === 'transaction'
          ? (work: (tx: unknown) => Promise<unknown>) =>
              database.db.transaction((tx) =>
                work(
                  new Proxy(tx, {
                    get: (t, n) =>
                      n === 'execute'
                        ? (query: never) => (JSON.stringify(query).includes(bad.attempt.id) ? Promise.reject(new Error('poison')) : t.execute(query))
                        : Reflect.get(t, n),
                  }),
                ),
              )
          : Reflect.get(target, name),
    })
    due.ctx.mpesa.onQuery(due.attempt, answered('0'))
    await checkPayments({ ...later(due.ctx, '11 seconds'), db: poisoned })
    expect((await orderRow(due.ctx, good.id)).status).toBe('waiting_shipment')
    expect((await orderRow(due.ctx, due.id)).status).toBe('waiting_shipment')
    await checkPayments(later(due.ctx, '11 seconds'))
    expect((await orderRow(due.ctx, bad.id)).status).toBe('waiting_shipment')
  })

  it('is acted on once when two processes reach for it', async () => {
    const { ctx: own, id, attempt } = await order()
    const dying = { ...own, db: interrupted(own, async () => Promise.reject(new Error('died'))).db }
    await tellPaid(dying, attempt).catch(() => {})
    const [stored] = await rowsOf<{ id: string }>(own, sql`select id from callbacks where attempt_id = ${attempt.id}`)
    await Promise.all(Array.from({ length: 10 }, () => processCallback(own, Number(stored?.id))))
    expect([(await orderRow(own, id)).status, await outcomes(attempt)]).toEqual(['waiting_shipment', ['paid']])
    expect(own.logged.filter(({ message }) => message === 'callback settled')).toHaveLength(1)
  })
})
