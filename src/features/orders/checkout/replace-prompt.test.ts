import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { discardOrder, expireOrders } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { listRefunds } from '#features/orders/payments/payment-lists.ts'
import {
  type AttemptFacts,
  admin,
  as,
  attemptsOf,
  clearDesk,
  contextOn,
  later,
  newPhone,
  orderRow,
  placed,
  placedAndDied,
  putOnShelf,
  refundsOf,
  rowsOf,
  stockOf,
  type TestContext,
  tellFailed,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { accepted, answered, busyPrompt, lostPrompt, refusedPrompt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const problem = (code: string, more: object = {}) => expect.objectContaining({ code, ...more })
/** The number as it is stored. */
const aNumber = () => newPhone().slice(1)
const phoneOf = async (ctx: TestContext, id: string) => (await orderRow(ctx, id)).customer_phone
const onPhone = (attempts: AttemptFacts[], phone: string) => attempts.find((attempt) => attempt.phone === phone) as AttemptFacts

/** An order whose prompt went to a stranger's phone (`wrong`), and the buyer's number (`right`). */
async function mistyped(options: Parameters<typeof contextOn>[1] = {}, stock = 10) {
  const shoe = await putOnShelf(database, { sizes: { '40': stock } })
  const order = await placed(contextOn(database, options), shoe)
  return { ...order, shoe, wrong: order.attempt.phone, right: aNumber() }
}

/** The same with the number changed: two prompts that can be paid. */
async function changed(options: Parameters<typeof contextOn>[1] = {}, stock = 10) {
  const order = await mistyped(options, stock)
  await requestPayment(order.ctx, order.id, { phone: order.right })
  const attempts = await attemptsOf(database, order.id)
  return { ...order, old: onPhone(attempts, order.wrong), current: onPhone(attempts, order.right) }
}

describe('a new number', () => {
  it('takes the place of the open prompt at once, and of the number of the order', async () => {
    const { ctx, id, wrong, right } = await mistyped()
    const view = await requestPayment(ctx, id, { phone: right })
    expect(view).toMatchObject({
      status: 'awaiting_payment',
      customer_phone: right,
      payment: { state: 'accepted', phone: right, may_change_number: true },
      open_prompts: [{ phone: wrong }, { phone: right }],
    })
    expect(ctx.mpesa.prompts.map(({ phone }) => phone)).toEqual([wrong, right])
    const [old, current] = await attemptsOf(ctx, id)
    expect([old?.state, old?.replacement, current?.state, current?.replacement]).toEqual(['accepted', 1, 'accepted', null])
    expect((await orderRow(ctx, id)).checkout_request_id).toBe(current?.checkout_request_id)
  })

  it('is that of one order, and not of another by the same phone', async () => {
    const { ctx, id, wrong, right } = await mistyped()
    const other = await placed(contextOn(database), await putOnShelf(database), { customer_phone: `+${wrong}` })
    await requestPayment(ctx, id, { phone: right })
    expect([await phoneOf(ctx, id), await phoneOf(ctx, other.id)]).toEqual([right, wrong])
  })

  it('takes it twice at most, whatever the time', async () => {
    const { ctx, id } = await changed()
    expect((await requestPayment(ctx, id, { phone: newPhone() })).payment?.may_change_number).toBe(false)
    await expect(requestPayment(ctx, id, { phone: newPhone() })).rejects.toEqual(problem('number_changed'))
    await expect(requestPayment(later(ctx, '12 minutes'), id, { phone: newPhone() })).rejects.toEqual(problem('number_changed'))
    expect(ctx.mpesa.prompts).toHaveLength(3)
  })

  it('to which an hour has brought prompts of others counts those of the old number for nothing', async () => {
    const { ctx, id } = await mistyped()
    const phone = aNumber()
    await database.db.execute(sql`
      insert into payment_attempts (order_id, phone, amount, state, settled_at, prompted_at, created_at)
      select ${(await placed(ctx, await putOnShelf(database))).id}, ${phone}, 4500, 'failed', now(), now(), now() - make_interval(mins => 11 * times) from generate_series(5, 1, -1) as times`)
    expect(await requestPayment(ctx, id, { phone })).toMatchObject({ payment: { state: 'accepted', phone } })
  })

  it('may still come after a prompt that failed, which is none', async () => {
    const { ctx, id, attempt } = await mistyped()
    await tellFailed(ctx, attempt)
    await requestPayment(ctx, id, {})
    expect(await getOrder(ctx, id)).toMatchObject({ payment: { state: 'accepted', may_change_number: true } })
  })

  it('in place of one whose prompt never went out leaves that one closed: the first number gets a prompt of its own', async () => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    const phone = aNumber()
    await requestPayment(ctx, id, { phone })
    await clearDesk(database)
    await database.db.execute(sql`update payment_attempts set next_check_at = now() where id = ${attempt.id}`)
    await checkPayments(ctx)
    await tellFailed(ctx, onPhone(await attemptsOf(ctx, id), phone))
    const before = ctx.mpesa.prompts.length
    expect(await requestPayment(ctx, id, { phone: attempt.phone })).toMatchObject({ payment: { state: 'accepted', phone: attempt.phone } })
    expect(ctx.mpesa.prompts.slice(before)).toMatchObject([{ phone: attempt.phone }])
  })

  it('never rings twice on one phone: not on the one that it rings on, nor on the one it left', async () => {
    const { ctx, id, wrong, right, old } = await changed()
    for (const phone of [right, wrong]) await expect(requestPayment(ctx, id, { phone })).rejects.toEqual(problem('prompt_open'))
    await tellFailed(ctx, old)
    expect((await requestPayment(ctx, id, { phone: wrong })).payment?.phone).toBe(wrong)
    expect(await phoneOf(ctx, id)).toBe(wrong)
  })

  it('takes the place of a prompt whose reply was lost, without three minutes of waiting', async () => {
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(lostPrompt)
    const { ctx: own, id, attempt } = await placed(ctx, await putOnShelf(database))
    const phone = aNumber()
    expect(await requestPayment(own, id, { phone })).toMatchObject({ customer_phone: phone, payment: { state: 'accepted', phone } })
    await tellPaid(own, attempt)
    expect((await orderRow(own, id)).status).toBe('waiting_shipment')
  })

  it('counts as an order for the limits of a network, an account and a phone', async () => {
    const address = '41.90.1.2'
    const { ctx, id } = await mistyped({ actor: { ...contextOn(database).actor, address } })
    const hash = ctx.services.secrets.blind(`order_address ${address}`)
    const uses = async () => {
      const [row] = await rowsOf<{ uses: number }>(
        database,
        sql`select (select count(*)::integer from jsonb_object_keys(uses)) as uses from rate_limits where key_hash = ${hash}`,
      )
      return row?.uses
    }
    expect(await uses()).toBe(1)
    const phone = newPhone()
    await Promise.allSettled([1, 2].map(() => requestPayment(ctx, id, { phone })))
    expect(await uses(), 'pressed twice it is one').toBe(2)
    await database.db.execute(sql`update rate_limits set uses = (select jsonb_object_agg(n::text, extract(epoch from now()) + 600) from generate_series(1, ${limits.order_address.max}) n)
      where key_hash = ${hash}`)
    await expect(requestPayment(ctx, id, { phone: newPhone() })).rejects.toEqual(problem('too_many'))
    expect(ctx.mpesa.prompts).toHaveLength(2)
  })

  it('is refused where its phone had its prompts', async () => {
    const phone = newPhone()
    for (const _ of [1, 2, 3]) await placed(contextOn(database), await putOnShelf(database), { customer_phone: phone })
    const { ctx, id, wrong } = await mistyped()
    await expect(requestPayment(ctx, id, { phone })).rejects.toEqual(problem('prompt_limit'))
    expect(await attemptsOf(ctx, id)).toMatchObject([{ state: 'accepted', replaced_at: null }])
    expect(await phoneOf(ctx, id)).toBe(wrong)
  })

  it.each<[string, (order: Awaited<ReturnType<typeof changed>>) => Promise<unknown>, string]>([
    ['paid on the old prompt', ({ ctx, old }) => tellPaid(ctx, old), 'already_paid'],
    ['expired', ({ ctx, id }) => expire(ctx, id), 'hold_over'],
    ['taken back', ({ ctx, id }) => discardOrder(ctx, id), 'order_closed'],
  ])('comes too late for an order that is %s', async (_, change, code) => {
    const order = await changed()
    await change(order)
    const before = await phoneOf(order.ctx, order.id)
    await expect(requestPayment(order.ctx, order.id, { phone: newPhone() })).rejects.toEqual(problem(code))
    expect([order.ctx.mpesa.prompts.length, await phoneOf(order.ctx, order.id)]).toEqual([2, before])
  })
})

/** Ends the hold of this order only. */
async function expire(ctx: TestContext, id: string) {
  await database.db.execute(sql`update orders set hold_expires_at = now() where id = ${id}`)
  await expireOrders(ctx)
}

describe('the number of the order', () => {
  it('stays where the mistyped one was another number to pay from', async () => {
    const { ctx, id, attempt, wrong: own } = await mistyped()
    await tellFailed(ctx, attempt)
    await requestPayment(ctx, id, { phone: newPhone() })
    expect(await requestPayment(ctx, id, { phone: newPhone(), wrong_number: true })).toMatchObject({ customer_phone: own })
  })

  it('is corrected after the prompt failed only where the buyer says that it was wrong', async () => {
    const { ctx, id, attempt, wrong, right } = await mistyped()
    await tellFailed(ctx, attempt, 1037)
    expect(await requestPayment(ctx, id, { phone: newPhone() })).toMatchObject({ customer_phone: wrong })
    const other = await mistyped()
    await tellFailed(other.ctx, other.attempt, 1037)
    expect(await requestPayment(other.ctx, other.id, { phone: right, wrong_number: true })).toMatchObject({
      customer_phone: right,
      payment: { phone: right, may_change_number: true },
    })
  })

  it('is written to the audit log where an admin changes it', async () => {
    const { ctx, id } = await mistyped()
    await requestPayment(as(ctx, admin), id, { phone: newPhone() })
    expect(await rowsOf(ctx, sql`select action from audit_log where row_id = ${id}`)).toEqual([{ action: 'order number changed' }])
  })
})

describe('money', () => {
  it('on the new prompt pays; what comes later on the old one goes back to its number', async () => {
    const { ctx, id, old, current, wrong } = await changed()
    const receipt = await tellPaid(ctx, current)
    expect((await getOrder(ctx, id)).open_prompts).toMatchObject([{ phone: wrong }])
    const late = await tellPaid(ctx, old)
    expect(await orderRow(ctx, id)).toMatchObject({ status: 'waiting_shipment', mpesa_receipt_number: receipt })
    expect(await refundsOf(ctx, id)).toEqual([{ reason: 'double_payment', amount: '4500.00' }])
    expect((await listRefunds(as(ctx, admin), { limit: 100 })).data).toContainEqual(
      expect.objectContaining({ order_id: id, phone: wrong, receipt: late, amount: 4500 }),
    )
    expect(await getOrder(ctx, id)).toMatchObject({ refunds: [{ amount: 4500, phone: wrong, done_at: null }], open_prompts: [] })
  })

  it('on the old prompt pays as well, where it comes first; then that of the new one goes back', async () => {
    const { ctx, id, old, current, wrong, right } = await changed()
    const receipt = await tellPaid(ctx, old)
    expect(await orderRow(ctx, id)).toMatchObject({
      status: 'waiting_shipment',
      mpesa_receipt_number: receipt,
      checkout_request_id: old.checkout_request_id,
    })
    expect(await getOrder(ctx, id)).toMatchObject({
      payment: { state: 'paid', phone: wrong },
      open_prompts: [{ phone: right }],
      customer_phone: right,
    })
    await tellPaid(ctx, current)
    expect(await getOrder(ctx, id)).toMatchObject({ mpesa_receipt_number: receipt, refunds: [{ amount: 4500, phone: right }] })
  })

  it('of which only a query tells counts on a prompt that was replaced', async () => {
    await clearDesk(database)
    const { ctx, id, old } = await changed()
    ctx.mpesa.onQuery(old, answered('0'))
    await checkPayments(later(ctx, '11 seconds'))
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })

  it.each(['old', 'current'] as const)('on the %s prompt after the hold takes the pairs again, and goes back where they are gone', async (which) => {
    for (const gone of [false, true]) {
      const order = await changed({}, 1)
      await expire(order.ctx, order.id)
      if (gone) await placed(contextOn(database), order.shoe)
      await tellPaid(order.ctx, order[which])
      expect((await orderRow(order.ctx, order.id)).status).toBe(gone ? 'buyer_not_paid' : 'waiting_shipment')
      await tellPaid(order.ctx, order[which === 'old' ? 'current' : 'old'])
      expect((await refundsOf(order.ctx, order.id)).map(({ reason }) => reason)).toEqual(gone ? ['late_payment', 'late_payment'] : ['double_payment'])
    }
  })
})

describe('a prompt that was replaced', () => {
  it('fails without a word about the one that took its place', async () => {
    const { ctx, id, old, current } = await changed()
    await tellFailed(ctx, old)
    expect(await getOrder(ctx, id)).toMatchObject({ status: 'awaiting_payment', payment: { state: 'accepted' } })
    await tellFailed(ctx, current, 1)
    expect(await getOrder(ctx, id)).toMatchObject({ status: 'payment_failed', payment: { result_code: '1' } })
  })

  it('does not keep the order waiting when the one that took its place has failed', async () => {
    const { ctx, id, old, current, right } = await changed()
    await tellFailed(ctx, current, 1)
    expect(await getOrder(ctx, id)).toMatchObject({ status: 'payment_failed', payment: { phone: right, may_retry: true } })
    expect((await requestPayment(ctx, id, {})).payment).toMatchObject({ state: 'accepted', phone: right })
    await tellPaid(ctx, old)
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })

  it.each([
    ['is accepted', accepted(), 'accepted'],
    ['is refused', refusedPrompt, 'failed'],
    ['finds M-Pesa busy', busyPrompt, 'failed'],
    ['has its reply lost', lostPrompt, 'unknown'],
  ])('while M-Pesa answers, and then %s, moves nothing', async (_, reply, state) => {
    const ctx = contextOn(database)
    const right = aNumber()
    ctx.mpesa.onPrompt(async ({ reference }) => {
      const [order] = await rowsOf<{ id: string }>(ctx, sql`select id from orders where short_code = ${reference}`)
      await requestPayment(as(ctx, admin), order?.id as string, { phone: right })
      return reply
    })
    const { id, order } = await placed(ctx, await putOnShelf(database))
    const [old, current] = await attemptsOf(ctx, id)
    expect([old?.state, current?.state]).toEqual([state, 'accepted'])
    expect(order).toMatchObject({ status: 'awaiting_payment', discarded: false, payment: { state: 'accepted', phone: right } })
    expect((await orderRow(ctx, id)).checkout_request_id).toBe(current?.checkout_request_id)
  })

  it('never goes out where it had not yet', async () => {
    await clearDesk(database)
    const { ctx, id } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    const phone = aNumber()
    expect((await requestPayment(ctx, id, { phone })).payment).toMatchObject({ state: 'accepted', phone })
    await checkPayments(later(ctx, '1 minute'))
    expect(ctx.mpesa.prompts.map((prompt) => prompt.phone)).toEqual([phone])
    expect((await attemptsOf(ctx, id)).map(({ state }) => state)).toEqual(['failed', 'accepted'])
  })

  it('whose process died at the prompt is nobody’s word on the order', async () => {
    await clearDesk(database)
    const { ctx, id } = await placedAndDied(contextOn(database), await putOnShelf(database), 'at the prompt')
    const phone = aNumber()
    await requestPayment(ctx, id, { phone })
    const [, current] = await attemptsOf(ctx, id)
    await tellFailed(ctx, current as AttemptFacts)
    await checkPayments(later(ctx, '46 seconds'))
    expect((await attemptsOf(ctx, id)).map(({ state }) => state)).toEqual(['unknown', 'failed'])
    expect((await orderRow(ctx, id)).status).toBe('payment_failed')
  })
})

describe('at the same moment', () => {
  const codes = (results: PromiseSettledResult<unknown>[]) =>
    results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code as string] : [])).sort()

  it('two numbers leave one current prompt, and no phone with two', async () => {
    for (let round = 0; round < 3; round++) {
      const { ctx, id } = await mistyped()
      const numbers = [aNumber(), aNumber()]
      const results = await Promise.allSettled(numbers.map((phone) => requestPayment(ctx, id, { phone })))
      expect(codes(results).filter((code) => code !== 'prompt_open')).toEqual([])
      await checkLine(ctx, id)
    }
  })

  it('four numbers are two changes', async () => {
    const { ctx, id } = await mistyped()
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => requestPayment(ctx, id, { phone: newPhone() })))
    expect(codes(results).filter((code) => code === 'number_changed' || code === 'prompt_limit')).toHaveLength(2)
    await checkLine(ctx, id)
  })

  it('the same number twice rings once', async () => {
    for (let round = 0; round < 2; round++) {
      const { ctx, id, right } = await mistyped()
      const results = await Promise.allSettled([1, 2, 3].map(() => requestPayment(ctx, id, { phone: right })))
      expect(codes(results).filter((code) => code !== 'prompt_open')).toEqual([])
      expect(ctx.mpesa.prompts.filter(({ phone }) => phone === right)).toHaveLength(1)
      await checkLine(ctx, id)
    }
  })

  it('money on the old prompt pays, and whatever comes of the new one goes back', async () => {
    for (let round = 0; round < 4; round++) {
      const { ctx, id, attempt, right } = await mistyped()
      const asked = requestPayment(ctx, id, { phone: right }).catch((error) => expect(error).toEqual(problem('already_paid')))
      await Promise.all([asked, tellPaid(ctx, attempt)])
      expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
      const current = (await attemptsOf(ctx, id)).find(({ phone, prompted_at }) => phone === right && prompted_at !== null)
      if (current) await tellPaid(ctx, current)
      expect(await refundsOf(ctx, id)).toHaveLength(current ? 1 : 0)
    }
  })

  it('a failure of the old prompt leaves the new one its order', async () => {
    for (let round = 0; round < 3; round++) {
      const { ctx, id, attempt, right } = await mistyped()
      await Promise.all([requestPayment(ctx, id, { phone: right }), tellFailed(ctx, attempt)])
      expect(await getOrder(ctx, id)).toMatchObject({ status: 'awaiting_payment', payment: { state: 'accepted', phone: right } })
    }
  })

  it('the end of the hold lets either win, and the books hold', async () => {
    for (let round = 0; round < 3; round++) {
      const { ctx, id, shoe, right } = await mistyped()
      const [asked] = await Promise.allSettled([requestPayment(ctx, id, { phone: right }), expire(ctx, id)])
      if (asked.status === 'rejected') expect(asked.reason).toEqual(problem('hold_over'))
      expect([(await orderRow(ctx, id)).status, await stockOf(ctx, shoe)]).toEqual(['buyer_not_paid', 10])
    }
  })
})

/**
 * Checks that there is one current prompt, that replaced ones are counted, that the order has the number of its current prompt, and that no phone rings twice.
 */
async function checkLine(ctx: TestContext, id: string) {
  const attempts = await attemptsOf(ctx, id)
  const current = attempts.filter(({ replaced_at }) => replaced_at === null)
  expect(current).toHaveLength(1)
  expect(current[0]?.state).toBe('accepted')
  expect(
    attempts
      .flatMap(({ replacement }) => (replacement === null ? [] : [replacement]))
      .sort()
      .every((number, at) => number === at + 1),
  ).toBe(true)
  const { customer_phone, checkout_request_id } = await orderRow(ctx, id)
  expect([customer_phone, checkout_request_id]).toEqual([current[0]?.phone, current[0]?.checkout_request_id])
  const phones = ctx.mpesa.prompts.map(({ phone }) => phone)
  expect(new Set(phones).size).toBe(phones.length)
}
