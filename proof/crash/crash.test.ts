import { describe, expect, it, vi } from 'vitest'
import { createBuyer, orderBecomes } from '../../test/buyer.ts'
import {
  asked,
  askForPrompt,
  callbacksComeDue,
  comesDue,
  entersPin,
  frozenReply,
  line,
  ordered,
  orderOf,
  orderStands,
  ordersOf,
  paidOnceAfterRestart,
  pays,
  pressed,
  receiptOf,
  reopen,
  rings,
  scene,
  shop,
  storedCallbacks,
  threeMinutesPass,
  useCrashScene,
  waiting,
} from '../../test/crash-scene.ts'
import { freeze, hold } from '../../test/freeze.ts'

/**
 * The shop is killed with kill -9 between each two steps of a checkout and opened again on the same directory: nothing is lost, nothing happens twice
 * (promises P1, P2 and §3). No failpoints: the database holds the shop at an exact row, or M-Pesa is slow at an exact moment. Three places of these are tried
 * daily (test/crash.test.ts).
 */
useCrashScene()

describe('a kill before anything was sent', () => {
  it('sends the prompt of a committed order by itself, once', async () => {
    const buyer = createBuyer([line])
    const place = await freeze(scene, {
      table: 'payment_attempts',
      event: 'update',
      when: `old.prompted_at is null and new.prompted_at is not null and new.phone = '${buyer.phone}'`,
    })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()
    const [written] = await ordersOf(buyer)
    expect(written).toMatchObject({ status: 'pending', attempt: 'created', prompted: false })

    await reopen()
    await comesDue(written!.id)
    await orderStands(written!.id, 'awaiting_payment')
    await comesDue(written!.id)
    await asked(written!.id)
    const order = await ordered(buyer)
    expect(order.id).toBe(written!.id)
    await pays(buyer, order)
  })

  it('leaves one order when the commit came through after the kill; the retry finds it', async () => {
    const buyer = createBuyer([line])
    const place = await freeze(scene, { table: 'idempotency_keys', event: 'insert', when: `new.key = '${buyer.key}'` })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.letGo()
    await vi.waitFor(async () => expect(await ordersOf(buyer)).toHaveLength(1))
    expect(scene.mpesa.prompts(buyer.phone)).toEqual([])

    await reopen()
    const order = await ordered(buyer)
    expect((await ordersOf(buyer)).map(({ id }) => id)).toEqual([order.id])
    // The prompt that nobody sent is sent by a job, without anybody asking.
    await comesDue(order.id)
    await pays(buyer, order)
  })
})

describe('a kill while M-Pesa is being asked', () => {
  it('never sends again what may have been sent: the buyer asks for a new prompt after three minutes', async () => {
    const buyer = createBuyer([line])
    // A process that has just opened remembers no token.
    await shop.kill()
    await scene.sql('delete from mpesa_token')
    await reopen()
    scene.mpesa.fault({ at: 'auth', answer: 'hang', ms: 20_000 })
    const press = pressed(buyer)
    await vi.waitFor(() => expect(scene.mpesa.faults()).toEqual([]), { timeout: 10_000, interval: 20 })
    await shop.kill()
    expect(await press).toBe('no answer')
    const written = await orderOf(buyer)
    expect(written).toMatchObject({ status: 'pending', attempt: 'created', prompted: true })

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    expect(scene.mpesa.prompts(buyer.phone)).toEqual([])
    expect(await askForPrompt(buyer, order)).toMatchObject({ status: 409 })
    await threeMinutesPass(order.id)
    expect(await askForPrompt(buyer, order)).toMatchObject({ status: 200 })
    await pays(buyer, order)
  })

  it('finds the payment of a prompt whose reply was lost by its callback', async () => {
    const buyer = createBuyer([line])
    scene.mpesa.fault({ at: 'submit', answer: 'hang', phone: buyer.phone })
    const press = pressed(buyer)
    await rings(buyer)
    await shop.kill()
    expect(await press).toBe('no answer')

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    await pays(buyer, order)
  })

  it('finds the payment of a prompt whose reply came but was not stored', async () => {
    const buyer = createBuyer([line])
    const { press, place } = await frozenReply(buyer)
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'pending', attempt: 'created', prompted: true }])

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    await pays(buyer, order)
  })

  it('finds the payment when the callback was faster than the reply and neither got through', async () => {
    const buyer = createBuyer([line])
    scene.mpesa.fault({ at: 'submit', answer: 'hang', ms: 700, phone: buyer.phone })
    const press = pressed(buyer)
    await rings(buyer)
    const row = await hold(scene, `select from orders where customer_phone = '${buyer.phone}'`)
    await entersPin(buyer)
    await row.waitedFor(2)
    await shop.kill()
    expect(await press).toBe('no answer')
    await row.undo()
    expect(await storedCallbacks(buyer)).toEqual([{ processed: false }])
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'pending', attempt: 'created', prompted: true }])

    await reopen()
    await callbacksComeDue()
    const order = await ordered(buyer)
    expect(await orderBecomes(shop.url, order, 'waiting_shipment')).toMatchObject({ mpesa_receipt_number: receiptOf(buyer) })
  })

  it('lets the buyer go on when M-Pesa had refused the prompt and the refusal was being written', async () => {
    const buyer = createBuyer([line])
    scene.mpesa.fault({ at: 'submit', answer: 'spikeArrest', phone: buyer.phone })
    const place = await freeze(scene, {
      table: 'orders',
      event: 'update',
      when: `new.discarded_at is not null and new.customer_phone = '${buyer.phone}'`,
    })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    await threeMinutesPass(order.id)
    expect(await askForPrompt(buyer, order)).toMatchObject({ status: 200 })
    await pays(buyer, order)
  })

  it('asks M-Pesa when the callback was lost while nobody was there', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    await shop.kill()
    await entersPin(buyer)
    await scene.mpesa.settled()
    expect(await storedCallbacks(buyer)).toEqual([])

    await reopen()
    await comesDue(order.id)
    await orderBecomes(shop.url, order, 'waiting_shipment')
    expect(scene.mpesa.prompts(buyer.phone)).toHaveLength(1)
  })

  it('puts a prompt of which reply and callback were lost on a desk as soon as the hold ends', async () => {
    const buyer = createBuyer([line])
    scene.mpesa.fault({ at: 'submit', answer: 'hang', phone: buyer.phone })
    const press = pressed(buyer)
    const [prompt] = await rings(buyer)
    await shop.kill()
    expect(await press).toBe('no answer')
    await scene.mpesa.answer(prompt!.checkoutRequestId, 'cancel')
    await scene.mpesa.settled()

    await reopen()
    const order = await ordered(buyer)
    await comesDue(order.id)
    await orderStands(order.id, 'awaiting_payment', 'unknown')
    await shop.kill()
    // Half an hour passes.
    await scene.sql(`update orders set hold_expires_at = hold_expires_at - interval '30 minutes' where id = $1`, [order.id])
    await scene.sql(`update payment_attempts set next_check_at = next_check_at - interval '30 minutes' where order_id = $1`, [order.id])
    await reopen()
    await orderStands(order.id, 'buyer_not_paid', 'unknown')
    await vi.waitFor(
      async () => expect((await ordersOf(buyer))[0]).toMatchObject({ review: 'M-Pesa never said what became of this prompt' }),
      waiting,
    )
  })
})

describe('a kill while M-Pesa tells of a payment', () => {
  it('processes a callback that was stored and not acted on', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    // Before anything else a payment wants the order's row to itself.
    const row = await hold(scene, `select from orders where id = '${order.id}'`)
    await entersPin(buyer)
    await row.waitedFor(1)
    await shop.kill()
    await row.undo()
    expect(await storedCallbacks(buyer)).toEqual([{ processed: false }])
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'awaiting_payment', attempt: 'accepted' }])
    await paidOnceAfterRestart(buyer, order)
  })

  it('pays once when the last thing missing was the mark on the callback', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    const place = await freeze(scene, { table: 'callbacks', event: 'update', when: `new.outcome = 'paid'` })
    await entersPin(buyer)
    await place.reached()
    await shop.kill()
    await place.undo()
    expect(await storedCallbacks(buyer)).toEqual([{ processed: false }])
    await paidOnceAfterRestart(buyer, order)
  })
})
