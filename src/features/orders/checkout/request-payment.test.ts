import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withOrderKey } from '#core/context.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { discardOrder, expireOrders } from '#features/orders/discard-order.ts'
import {
  admin,
  as,
  attemptOf,
  attemptsOf,
  contextOn,
  later,
  newPhone,
  orderRow,
  placed,
  placedAndDied,
  putOnShelf,
  stockOf,
  type TestContext,
  tellFailed,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { meanwhile } from '../../../../test/overtake.ts'
import { accepted, busyPrompt, lostPrompt, refusedPrompt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const problem = (code: string, more: object = {}) => expect.objectContaining({ code, ...more })

/** An order whose first prompt the buyer has cancelled. */
async function failed(options: Parameters<typeof contextOn>[1] = {}) {
  const shoe = await putOnShelf(database)
  const order = await placed(contextOn(database, options), shoe)
  await tellFailed(order.ctx, order.attempt)
  return { ...order, shoe }
}

describe('after a failure', () => {
  it('a new prompt goes out, to the same number unless told otherwise', async () => {
    const { ctx, id, order } = await failed()
    const view = await requestPayment(ctx, id, {})
    expect(view).toMatchObject({ status: 'awaiting_payment', payment: { state: 'accepted', phone: order.customer_phone } })
    await tellFailed(ctx, await attemptOf(ctx, id))
    expect(await requestPayment(ctx, id, { phone: '0112 000 222', amount: 4500 })).toMatchObject({ payment: { phone: '254112000222', amount: 4500 } })
    await tellFailed(ctx, await attemptOf(ctx, id))
    expect(ctx.mpesa.prompts.map(({ phone }) => phone)).toEqual([order.customer_phone, order.customer_phone, '254112000222'])
    expect((await orderRow(ctx, id)).checkout_request_id).toBe((await attemptOf(ctx, id)).checkout_request_id)
    const again = await requestPayment(later(ctx, '11 minutes'), id, {})
    expect(again, 'the number of the last prompt').toMatchObject({ customer_phone: order.customer_phone, payment: { phone: '254112000222' } })
  })

  it.each([
    [refusedPrompt, 'prompt_refused'],
    [busyPrompt, 'prompt_failed'],
  ])('a refused prompt leaves the order as it was, its pairs held', async (answer, code) => {
    const { ctx, id, shoe } = await failed()
    ctx.mpesa.onPrompt(answer)
    await expect(requestPayment(ctx, id, {})).rejects.toEqual(problem(code))
    expect(await orderRow(ctx, id)).toMatchObject({ status: 'payment_failed', discarded_at: null })
    expect(await stockOf(ctx, shoe)).toBe(9)
    expect((await requestPayment(ctx, id, {})).payment?.state).toBe('accepted')
  })

  it('a prompt that fails before its reply is read is no refusal', async () => {
    const { ctx, id } = await failed()
    ctx.mpesa.onPrompt(async () => {
      const answer = accepted()
      if (answer.outcome === 'accepted') await tellFailed(ctx, { ...(await attemptOf(ctx, id)), checkout_request_id: answer.checkoutRequestId }, 1)
      return answer
    })
    expect(await requestPayment(ctx, id, {})).toMatchObject({
      status: 'payment_failed',
      payment: { state: 'failed', result_code: '1', may_retry: true },
    })
  })
})

describe('a second prompt', () => {
  it('is refused while one is open on that phone', async () => {
    const { ctx, id } = await placed(contextOn(database), await putOnShelf(database))
    await expect(requestPayment(ctx, id, {})).rejects.toEqual(problem('prompt_open'))
    expect(ctx.mpesa.prompts).toHaveLength(1)
  })

  it('is allowed three minutes after a lost reply, and both can pay', async () => {
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(lostPrompt)
    const { ctx: own, id, attempt } = await placed(ctx, await putOnShelf(database))
    await expect(requestPayment(own, id, {})).rejects.toEqual(problem('prompt_open', { details: { retryAfter: 180 } }))
    await expect(requestPayment(later(own, '179 seconds'), id, {})).rejects.toEqual(problem('prompt_open', { details: { retryAfter: 1 } }))
    expect((await requestPayment(later(own, '181 seconds'), id, {})).payment?.state).toBe('accepted')
    await tellPaid(own, attempt)
    await tellPaid(own, await attemptOf(own, id))
    expect((await attemptsOf(own, id)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  })

  it('pressed twice at once goes out once', async () => {
    for (let round = 0; round < 3; round++) {
      const { ctx, id } = await failed()
      const results = await Promise.allSettled([1, 2, 3].map(() => requestPayment(ctx, id, {})))
      // A press that finds the other's prompt on its way succeeds as the first does.
      expect(results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : [])).filter((code) => code !== 'prompt_open')).toEqual([])
      expect([ctx.mpesa.prompts.length, (await attemptsOf(ctx, id)).length]).toEqual([2, 2])
    }
  })

  it('is limited per order, whatever the phone', async () => {
    const { ctx, id } = await failed()
    for (const _ of [2, 3]) {
      await requestPayment(ctx, id, { phone: newPhone() })
      await tellFailed(ctx, await attemptOf(ctx, id))
    }
    await expect(requestPayment(ctx, id, { phone: newPhone() })).rejects.toEqual(problem('prompt_limit'))
    expect((await requestPayment(later(ctx, '11 minutes'), id, { phone: newPhone() })).payment?.state).toBe('accepted')
  })

  it('is limited per phone, whatever the order', async () => {
    const phone = newPhone()
    for (const _ of [1, 2, 3]) {
      const { ctx, id } = await failed()
      await requestPayment(ctx, id, { phone })
    }
    const { ctx, id } = await failed()
    await expect(requestPayment(ctx, id, { phone })).rejects.toEqual(problem('prompt_limit', { details: { detail: 'ten minutes', retryAfter: 600 } }))
    // Of other orders, at the same moment.
    const other = newPhone()
    const held = sql`insert into payment_attempts (order_id, phone, amount, state, settled_at)
      select ${(await failed()).id}, ${other.slice(1)}, 4500, 'failed', now() from generate_series(1, 3)`
    expect(await meanwhile(database, held, [() => requestPayment(ctx, id, { phone: other })], async () => {})).toEqual(['prompt_limit'])
  })
})

describe('no prompt', () => {
  it.each<[string, (order: { ctx: TestContext; id: string; attempt: Awaited<ReturnType<typeof attemptOf>> }) => Promise<unknown>, string, string?]>([
    ['paid', ({ ctx, attempt }) => tellPaid(ctx, attempt), 'already_paid'],
    ['expired', ({ ctx }) => expireOrders(later(ctx, '31 minutes')), 'hold_over'],
    ['about to expire', async () => {}, 'hold_over', '31 minutes'],
    ['cancelled', ({ ctx, id }) => changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Asked for' }), 'order_closed'],
    ['discarded', ({ ctx, id }) => discardOrder(ctx, id), 'order_closed'],
    ['somebody else’s', async (order) => Object.assign(order, { ctx: withOrderKey(order.ctx, null) }), 'order_not_found'],
  ])('for an order that is %s', async (_, change, code, wait) => {
    const order = await failed()
    await change(order)
    await expect(requestPayment(later(order.ctx, wait ?? '0 minutes'), order.id, {})).rejects.toEqual(problem(code))
    expect(order.ctx.mpesa.prompts).toHaveLength(1)
  })

  it.each([
    [{ amount: 1 }, 'wrong_amount'],
    [{ amount: 4500.5 }, 'wrong_amount'],
    [{ amount: '4500' }, 'bad_input'],
    [{ phone: '0812345678' }, 'bad_input'],
  ])('for %j', async (sent, code) => {
    const { ctx, id } = await failed()
    await expect(requestPayment(ctx, id, sent)).rejects.toEqual(problem(code))
  })
})

describe('a prompt that never went out because the process died', () => {
  it('is sent when the buyer asks for it', async () => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    expect((await orderRow(ctx, id)).status).toBe('pending')
    expect(await requestPayment(ctx, id, {})).toMatchObject({ status: 'awaiting_payment', payment: { state: 'accepted' } })
    expect((await attemptsOf(ctx, id)).map(({ id: each }) => each)).toEqual([attempt.id])
    expect(ctx.mpesa.prompts).toHaveLength(1)
  })

  it('is not sent once the hold is over', async () => {
    const { ctx, id } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    await expireOrders(later(ctx, '31 minutes'))
    await expect(requestPayment(later(ctx, '31 minutes'), id, {})).rejects.toEqual(problem('hold_over'))
    expect(ctx.mpesa.prompts).toEqual([])
  })
})
