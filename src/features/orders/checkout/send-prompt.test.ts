import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeStatus } from '#features/orders/change-status.ts'
import { sendPrompt } from '#features/orders/checkout/send-prompt.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import {
  admin,
  as,
  attemptOf,
  attemptsOf,
  clearDesk,
  contextOn,
  later,
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
import { accepted, answered, lostPrompt, newCheckoutRequestId, refusedPrompt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
beforeEach(() => clearDesk(database))

/** The statuses into which orders moved, as the log has them. */
const movesIn = ({ logged }: TestContext) => logged.filter(({ message }) => message === 'order moved').map(({ facts }) => facts.status)

/** M-Pesa calls back before its own reply to the prompt is read. */
function fasterThanTheReply(
  ctx: TestContext,
  callback: (attempt: { id: string; amount: string; checkout_request_id: string }) => Promise<unknown>,
  reply = accepted(),
) {
  ctx.mpesa.onPrompt(async ({ callbackUrl, amount }) => {
    const id = callbackUrl.split('/').at(-2) as string
    await callback({
      id,
      amount: String(amount / 100),
      checkout_request_id: reply.outcome === 'accepted' ? reply.checkoutRequestId : newCheckoutRequestId(),
    })
    return reply
  })
}

describe('M-Pesa’s reply, while the database is away for a moment', () => {
  /** The database fails for a number of statements and then works again; it begins to fail with the prompt. */
  function awayFor(ctx: TestContext, statements: number, lost: 'before' | 'after') {
    let left = 0
    const execute = async (query: never) => {
      const away = left-- > 0
      if (!away || lost === 'after') {
        const answer = await ctx.db.execute(query)
        if (!away) return answer
      }
      throw new Error('Connection terminated unexpectedly')
    }
    const db = new Proxy(ctx.db, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) })
    ctx.mpesa.onPrompt(() => {
      left = statements
      return accepted()
    })
    return { ...ctx, db }
  }

  it.each(['before', 'after'] as const)('is stored all the same (lost %s it was written)', async (lost) => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    expect(await sendPrompt(awayFor(ctx, 3, lost), attempt.id)).toBe(true)
    expect(await attemptOf(ctx, id)).toMatchObject({ state: 'accepted', checkout_request_id: expect.any(String) })
    expect(await rowsOf(ctx, sql`select from order_events where order_id = ${id} and to_status = 'awaiting_payment'`)).toHaveLength(1)
    expect(ctx.mpesa.prompts).toHaveLength(1)
  })
})

describe('a callback that is faster than the reply to the prompt', () => {
  it.each(['accepted', 'lost'])('pays, and the order stays paid (reply %s)', async (reply) => {
    const ctx = contextOn(database)
    fasterThanTheReply(ctx, (attempt) => tellPaid(ctx, attempt), reply === 'lost' ? lostPrompt : accepted())
    const { id, attempt } = await placed(ctx, await putOnShelf(database))
    expect(attempt).toMatchObject({ state: 'paid', next_check_at: null })
    expect(await orderRow(ctx, id)).toMatchObject({ status: 'waiting_shipment', checkout_request_id: attempt.checkout_request_id })
    expect(attempt.checkout_request_id).not.toBeNull()
    expect(movesIn(ctx)).toEqual(['waiting_shipment'])
  })

  it.each(['accepted', 'lost'])('fails, and the order may be tried again (reply %s)', async (reply) => {
    const ctx = contextOn(database)
    fasterThanTheReply(ctx, (attempt) => tellFailed(ctx, attempt), reply === 'lost' ? lostPrompt : accepted())
    const { order } = await placed(ctx, await putOnShelf(database))
    expect(order).toMatchObject({ status: 'payment_failed', discarded: false, payment: { state: 'failed', result_code: '1032', may_retry: true } })
  })

  it('names no amount: M-Pesa is asked', async () => {
    const ctx = contextOn(database)
    fasterThanTheReply(ctx, (attempt) => tellPaid(ctx, attempt, { amount: undefined }))
    const { id, attempt } = await placed(ctx, await putOnShelf(database))
    expect(attempt.state).toBe('accepted')
    ctx.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(ctx, '11 seconds'))
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })
})

describe('a reply that comes after it was given up', () => {
  it('lets M-Pesa be asked, and does not stand in the way of a newer prompt', async () => {
    const ctx = contextOn(database)
    const reply = accepted()
    ctx.mpesa.onPrompt(async () => {
      // The process sleeps for an hour: the job gives up on the reply.
      await checkPayments(later(ctx, '1 hour'))
      return reply
    })
    const { id, attempt, order } = await placed(ctx, await putOnShelf(database))
    expect(order.status).toBe('awaiting_payment')
    expect(attempt).toMatchObject({ state: 'unknown', checkout_request_id: reply.outcome === 'accepted' && reply.checkoutRequestId })
    ctx.mpesa.onQuery(attempt, answered('0'))
    await checkPayments(later(ctx, '11 seconds'))
    expect((await orderRow(ctx, id)).status).toBe('waiting_shipment')
  })
})

describe('whoever takes an attempt sends it', () => {
  it('once, however many try', async () => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    const sent = await Promise.all(Array.from({ length: 10 }, () => sendPrompt(ctx, attempt.id)))
    expect(sent.filter(Boolean)).toHaveLength(1)
    expect(ctx.mpesa.prompts).toHaveLength(1)
    expect(await attemptOf(ctx, id)).toMatchObject({ state: 'accepted' })
  })

  it('not at all when the order was closed meanwhile', async () => {
    const { ctx, id, attempt } = await placedAndDied(contextOn(database), await putOnShelf(database), 'before the prompt')
    await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Asked for' })
    expect(await sendPrompt(ctx, attempt.id)).toBe(false)
    expect(ctx.mpesa.prompts).toEqual([])
  })

  it.each([
    ['cancelled', 10],
    ['confirmed', 9],
  ])('and a refusal that comes when an admin has %s the order changes neither its status nor its stock', async (status, stock) => {
    const shoe = await putOnShelf(database)
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(async ({ reference }) => {
      const [order] = await rowsOf<{ id: string }>(ctx, sql`select id from orders where short_code = ${reference}`)
      await changeStatus(as(ctx, admin), order?.id as string, { status, reason: 'Asked for' })
      return refusedPrompt
    })
    const { id } = await placed(ctx, shoe)
    expect(await orderRow(ctx, id)).toMatchObject({ status, discarded_at: null })
    expect([await stockOf(ctx, shoe), (await attemptOf(ctx, id)).state]).toEqual([stock, 'failed'])
  })

  it('and a database that is away while the reply is stored leaves an attempt that is asked about by its callback only', async () => {
    const ctx = contextOn(database)
    let [away, passed] = [false, 0]
    // Each try of the eight seconds takes two.
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
    const fail = () => {
      passed += 2_000
      return Promise.reject(new Error('Connection terminated'))
    }
    const db = new Proxy(database.db, {
      get: (target, name) => (away && (name === 'transaction' || name === 'execute') ? fail : Reflect.get(target, name)),
    })
    ctx.mpesa.onPrompt(() => {
      away = true
      return accepted()
    })
    const shoe = await putOnShelf(database)
    await expect(placed({ ...ctx, db }, shoe)).rejects.toThrow('Connection terminated')
    clock.mockRestore()
    expect(passed).toBeGreaterThanOrEqual(8_000)
    const [order] = await rowsOf<{ id: string }>(ctx, sql`select order_id as id from order_items where product_id = ${shoe.id}`)
    const id = order?.id as string
    expect(await attemptOf(ctx, id)).toMatchObject({ state: 'created' })
    await checkPayments(later(ctx, '46 seconds'))
    expect([(await attemptOf(ctx, id)).state, (await orderRow(ctx, id)).status, ctx.mpesa.prompts.length]).toEqual(['unknown', 'awaiting_payment', 1])
    await tellPaid(ctx, await attemptOf(ctx, id))
    expect([(await orderRow(ctx, id)).status, (await attemptsOf(ctx, id)).length]).toEqual(['waiting_shipment', 1])
  })
})
