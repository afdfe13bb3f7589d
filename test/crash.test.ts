import { describe, expect, it } from 'vitest'
import { createBuyer, stockOf } from './buyer.ts'
import {
  asked,
  comesDue,
  entersPin,
  line,
  ordered,
  orderStands,
  ordersOf,
  paidOnceAfterRestart,
  pays,
  pressed,
  reopen,
  scene,
  shop,
  useCrashScene,
} from './crash-scene.ts'
import { freeze } from './freeze.ts'

/** The shop is killed with kill -9 in the middle of a checkout and of a payment: three of the places that `npm run proof -- crash` tries. */
useCrashScene()

describe('a kill', () => {
  it('leaves no trace of an order that was not committed; the retry makes one', async () => {
    const buyer = createBuyer([line])
    const before = await stockOf(scene, line)
    const place = await freeze(scene, { table: 'idempotency_keys', event: 'insert', when: `new.key = '${buyer.key}'` })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()
    expect(await ordersOf(buyer)).toEqual([])
    expect(await stockOf(scene, line)).toBe(before)

    await reopen()
    const order = await ordered(buyer)
    await pays(buyer, order)
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect(await stockOf(scene, line)).toBe(before - 1)
  })

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

  it('does the whole of a payment or nothing of it', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    const place = await freeze(scene, {
      table: 'order_events',
      event: 'insert',
      when: `new.to_status = 'waiting_shipment' and new.order_id = '${order.id}'`,
    })
    await entersPin(buyer)
    await place.reached()
    await shop.kill()
    await place.undo()
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'awaiting_payment', attempt: 'accepted' }])
    await paidOnceAfterRestart(buyer, order)
  })
})
