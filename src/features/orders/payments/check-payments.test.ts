import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { nextQueryAfter } from '#domain/payment.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { askMpesa } from '#features/orders/payments/payment-operations.ts'
import { settlePayment } from '#features/orders/payments/settle-payment.ts'
import {
  admin,
  as,
  attemptOf,
  attemptsOf,
  clearDesk,
  contextOn,
  interrupted,
  later,
  orderIn,
  orderRow,
  placed,
  placedAndDied,
  putOnShelf,
  rowsOf,
  stockOf,
  type TestContext,
  tellFailed,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { meanwhile } from '../../../../test/overtake.ts'
import { answered, died, lostPrompt, noAnswer } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
beforeEach(() => clearDesk(database))
const problem = (code: string) => expect.objectContaining({ code })

it('a prompt that somebody sends at this moment is not closed as one that never went out, nor is that of another order lost', async () => {
  const shoe = await putOnShelf(database)
  const { ctx, id, attempt } = await placedAndDied(contextOn(database), shoe, 'before the prompt')
  const other = await placedAndDied(contextOn(database), shoe, 'at the prompt')
  const lost = await placedAndDied(contextOn(database), shoe, 'at the prompt')
  await database.db.execute(sql`update payment_attempts set next_check_at = now() where id in (${attempt.id}, ${lost.attempt.id})`)
  const [rings, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  ctx.mpesa.onPrompt(async () => {
    rings.resolve()
    await answers.promise
    return lostPrompt
  })
  let buyer: Promise<unknown> | null = null
  const slow = interrupted(database, async () => {
    const { next_check_at } = await attemptOf(database, id)
    if (buyer || Date.parse(String(next_check_at)) < Date.now() + 30_000) return
    buyer = requestPayment(ctx, id, {})
    await rings.promise
  })
  await checkPayments({ ...ctx, db: slow.db })
  expect((await attemptOf(database, id)).state).toBe('created')
  answers.resolve()
  await buyer
  expect((await attemptOf(database, id)).state).toBe('unknown')
  expect([(await attemptOf(database, lost.id)).state, (await attemptOf(database, other.id)).state]).toEqual(['unknown', 'created'])
})

describe('a callback that never comes', () => {
  it.each([
    ['0', 'waiting_shipment', 'paid'],
    ['1032', 'payment_failed', 'failed'],
  ])('is made up for by a query: %s makes the order %s', async (code, status, state) => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    ctx.mpesa.onQuery(attempt, answered('4999'), noAnswer, answered(code))
    expect(await checkPayments(later(ctx, '9 seconds')), 'the first question comes after 10 s').toBe(0)
    for (const wait of ['10 seconds', '15 seconds', '20 seconds']) await checkPayments(later(ctx, wait))
    expect([(await orderRow(ctx, id)).status, (await attemptOf(ctx, id)).state]).toEqual([status, state])
    expect(ctx.logged).toContainEqual({ level: 'info', message: 'payment queried', facts: { attempt: attempt.id, outcome: state } })
    expect(await checkPayments(later(ctx, '2 days'))).toBe(0)
  })

  it('is not asked about while its outcome is being written', async () => {
    const { ctx, attempt } = await orderIn(database, 'awaiting_payment')
    const pending = { outcome: 'pending', code: '4999', text: 'On its way', amount: null, receipt: null } as const
    const looked: number[] = []
    await meanwhile(
      database,
      ({ db }) => settlePayment({ ...ctx, db }, attempt.id, pending, attempt.checkout_request_id),
      [async () => looked.push(await checkPayments(later(ctx, '10 seconds')))],
      async () => {},
    )
    expect(looked).toEqual([0])
  })

  it('is asked about on the whole schedule, and then a person looks', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    ctx.mpesa.onQuery(attempt, answered('777'))
    let seconds = 0
    for (let asked = 0; ; asked++) {
      const wait = nextQueryAfter(asked)
      if (wait === null) break
      seconds += wait
      expect(await checkPayments(later(ctx, `${seconds - 1} seconds`)), `question ${asked}, early`).toBe(0)
      expect(await checkPayments(later(ctx, `${seconds} seconds`)), `question ${asked}`).toBe(1)
    }
    expect(await attemptOf(ctx, id)).toMatchObject({
      state: 'unknown',
      next_check_at: null,
      needs_review_at: expect.any(String),
      review_reason: 'M-Pesa gave no outcome for a day',
    })
    expect(ctx.mpesa.queries).toHaveLength(37)
    await tellPaid(ctx, attempt)
    expect(await attemptOf(ctx, id), 'it stays payable').toMatchObject({ state: 'paid', needs_review_at: null })
  })

  it('offers another prompt after three minutes where no list has the code of the answer, and asks on', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    ctx.mpesa.onQuery(attempt, answered('1031'))
    await checkPayments(later(ctx, '10 seconds'))
    const [soon, then] = [later(ctx, '179 seconds'), later(ctx, '181 seconds')]
    expect([(await getOrder(soon, id)).payment?.may_retry, (await getOrder(then, id)).payment?.may_retry]).toEqual([false, true])
    await requestPayment(then, id, {})
    ctx.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(ctx, '10 minutes'))
    expect((await attemptsOf(ctx, id))[0]).toMatchObject({ id: attempt.id, state: 'paid' })
  })

  it('is asked about although the order has expired, and the money revives it', async () => {
    const { ctx, id, attempt, shoe } = await orderIn(database, 'buyer_not_paid')
    ctx.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(ctx, '32 minutes'))
    expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe)]).toEqual(['waiting_shipment', 9])
  })
})

const onDesk = { state: 'unknown', next_check_at: null, review_reason: 'M-Pesa never said what became of this prompt' }

/** Runs the jobs that every process runs all the time. */
async function jobsAt(ctx: TestContext, passed: string) {
  await expireOrders(later(ctx, passed))
  await checkPayments(later(ctx, passed))
}

describe('a process that dies', () => {
  it('before the prompt goes out: the job sends it, once', async () => {
    const { ctx, id } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    expect(await checkPayments(later(ctx, '19 seconds'))).toBe(0)
    await Promise.all([1, 2, 3].map(() => checkPayments(later(ctx, '21 seconds'))))
    expect([(await orderRow(ctx, id)).status, (await attemptOf(ctx, id)).state, ctx.mpesa.prompts.length]).toEqual([
      'awaiting_payment',
      'accepted',
      1,
    ])
  })

  it('before the prompt of an order that is closed by then: nothing goes out', async () => {
    const { ctx, id } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Asked for' })
    await checkPayments(later(ctx, '21 seconds'))
    expect([await attemptOf(ctx, id), ctx.mpesa.prompts]).toMatchObject([{ state: 'failed', next_check_at: null }, []])
  })

  it('while M-Pesa answers: nobody knows, nobody sends it again, and the callback still pays', async () => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'at the prompt')
    await checkPayments(later(ctx, '44 seconds'))
    expect((await attemptOf(ctx, id)).state).toBe('created')
    await checkPayments(later(ctx, '46 seconds'))
    expect([(await attemptOf(ctx, id)).state, (await orderRow(ctx, id)).status]).toEqual(['unknown', 'awaiting_payment'])
    await checkPayments(later(ctx, '10 minutes'))
    expect(ctx.mpesa.prompts).toHaveLength(1)
    await tellPaid(ctx, attempt)
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })

  it('while M-Pesa answers: the job locks the order before its attempt, as a callback does, so that neither waits for the other for ever', async () => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'at the prompt')
    const held = sql`select from orders where id = ${id} for update`
    await meanwhile(database, held, [() => checkPayments(later(ctx, '46 seconds'))], async ({ db }) => {
      await db.execute(sql`select from payment_attempts where id = ${attempt.id} for update nowait`)
    })
    expect((await attemptOf(ctx, id)).state).toBe('unknown')
  })

  it('while M-Pesa answers, and nothing ever comes: a person looks as soon as the hold ends, and the buyer reads it', async () => {
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(lostPrompt)
    const { id, ctx: own } = await placed(ctx, await putOnShelf(database))
    await jobsAt(own, '29 minutes')
    expect([(await attemptOf(ctx, id)).needs_review_at, (await getOrder(own, id)).in_review]).toEqual([null, false])
    await jobsAt(own, '30 minutes')
    expect(await attemptOf(ctx, id)).toMatchObject(onDesk)
    expect(await getOrder(own, id)).toMatchObject({ status: 'buyer_not_paid', in_review: true })
    expect(ctx.mpesa.queries).toEqual([])
  })

  it('while M-Pesa answers, in a shop that opens again after the hold: a person looks at once, and money that came revives the order', async () => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'at the prompt')
    await jobsAt(ctx, '3 hours')
    expect(await attemptOf(ctx, id)).toMatchObject(onDesk)
    expect(await getOrder(ctx, id)).toMatchObject({ status: 'buyer_not_paid', in_review: true })
    await tellPaid(ctx, attempt)
    expect(await getOrder(ctx, id)).toMatchObject({ status: 'waiting_shipment', in_review: false })
  })

  it('while M-Pesa answers about an order that was cleared meanwhile: a person looks', async () => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'at the prompt')
    await database.ownerDb.execute(sql`update payment_attempts set order_id = null where id = ${attempt.id}`)
    await jobsAt(ctx, '46 seconds')
    expect(await rowsOf(database, sql`select state, next_check_at, review_reason from payment_attempts where id = ${attempt.id}`)).toEqual([onDesk])
    await database.ownerDb.execute(sql`update payment_attempts set order_id = ${id} where id = ${attempt.id}`)
  })

  it('while it asks M-Pesa: the question is asked again a minute later', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    ctx.mpesa.onQuery(attempt, died, answered('0'))
    await checkPayments(later(ctx, '10 seconds'))
    expect(ctx.logged.at(-1)).toMatchObject({ level: 'error', facts: { attempt: attempt.id } })
    expect(await checkPayments(later(ctx, '60 seconds'))).toBe(0)
    await checkPayments(later(ctx, '71 seconds'))
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })
})

describe('two processes', () => {
  it('share what is due: each attempt is asked about once', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => orderIn(database, 'awaiting_payment')))
    const ctx = contextOn(database)
    for (const { attempt } of orders) ctx.mpesa.onQuery(attempt, answered('0'))
    const looked = await Promise.all([1, 2, 3].map(() => checkPayments(later(ctx, '11 seconds'))))
    expect(looked.reduce((sum, each) => sum + each, 0)).toBe(12)
    expect(new Set(ctx.mpesa.queries).size).toBe(ctx.mpesa.queries.length)
    for (const { id } of orders) expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })

  it('take 10 at a time, and go on until nothing is due', async () => {
    const orders = await Promise.all(Array.from({ length: 25 }, () => orderIn(database, 'awaiting_payment')))
    const ctx = contextOn(database)
    let open = 0
    let most = 0
    for (const { attempt } of orders) {
      ctx.mpesa.onQuery(attempt, async () => {
        most = Math.max(most, ++open)
        await new Promise(setImmediate)
        open--
        return noAnswer
      })
    }
    expect([await checkPayments(later(ctx, '11 seconds')), most]).toEqual([25, 10])
    expect(ctx.mpesa.queries).toHaveLength(25)
    expect(new Set(ctx.mpesa.queries)).toEqual(new Set(orders.map(({ attempt }) => attempt.checkout_request_id)))
  })
})

describe('a failure while another prompt', () => {
  it.each([
    ['is open', '181 seconds', 'awaiting_payment'],
    ['has failed too', null, 'payment_failed'],
  ])('%s', async (_, second, status) => {
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(lostPrompt)
    const { ctx: own, id, attempt } = await placed(ctx, await putOnShelf(database))
    if (second) await requestPayment(later(own, second), id, {})
    await tellFailed(own, attempt)
    expect((await orderRow(own, id)).status).toBe(status)
  })
})

describe('“Ask M-Pesa”', () => {
  it.each([
    ['0', 'waiting_shipment', ['paid']],
    ['1032', 'payment_failed', ['failed']],
    ['4999', 'awaiting_payment', ['pending']],
  ])('answers %s: %s', async (code, status, answers) => {
    const { ctx, id, attempt } = await orderIn(database, 'awaiting_payment')
    ctx.mpesa.onQuery(attempt, answered(code))
    expect(await askMpesa(as(ctx, admin), id)).toMatchObject({ order: { status }, answers })
  })

  it('asks about every prompt that may still have been paid', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'payment_failed')
    await requestPayment(ctx, id, {})
    const second = await attemptOf(ctx, id)
    ctx.mpesa.onQuery(attempt, answered('0'))
    ctx.mpesa.onQuery(second, noAnswer)
    expect((await askMpesa(as(ctx, admin), id)).answers).toEqual(['paid', 'pending'])
    expect((await attemptsOf(ctx, id)).map(({ state }) => state)).toEqual(['paid', 'accepted'])
    ctx.mpesa.onQuery(second, answered('0'))
    expect((await askMpesa(as(ctx, admin), id)).answers).toEqual(['paid'])
    expect(await rowsOf(ctx, sql`select reason from refunds where order_id = ${id}`)).toEqual([{ reason: 'double_payment' }])
  })

  it('has nothing to ask about a lost reply, or a paid order', async () => {
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(lostPrompt)
    const lost = await placed(ctx, await putOnShelf(database))
    const paid = await orderIn(database, 'waiting_shipment')
    for (const { id } of [lost, paid]) await expect(askMpesa(as(ctx, admin), id)).rejects.toEqual(problem('nothing_to_ask'))
  })
})
