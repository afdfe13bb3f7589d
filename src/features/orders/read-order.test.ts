import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous, withOrderKey } from '#core/context.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { queuePaymentReview } from '#features/orders/payments/payment-review-queue.ts'
import { findOrder } from '#features/orders/read-order.ts'
import { assignOrders, makeRiderDay } from '#features/orders/riders/rider-days.ts'
import {
  type AttemptFacts,
  addProfile,
  admin,
  as,
  attemptsOf,
  contextOn,
  newPhone,
  placed,
  putOnShelf,
  secrets,
  tellFailed,
  tellPaid,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const desk = () => contextOn(database, { actor: admin })

describe('the code for a rider', () => {
  it('is told to the buyer, by account and by key, and to no admin, not even with the key', async () => {
    const owner = as(contextOn(database), { ...anonymous, userId: await addProfile(database) })
    const { id, key, attempt } = await placed(owner, await putOnShelf(database))
    await tellPaid(owner, attempt)
    const rider_day_id = await makeRiderDay(desk(), { name: 'Otieno', phone: '0722000111' })
    expect(await assignOrders(desk(), { ids: [id], rider_day_id })).toMatchObject([{ status: 'shipped', error: null }])
    const { rows } = await database.db.execute<{ code: string }>(sql`select code from deliveries where order_id = ${id}`)
    const parcel = { courier: null, parcel_number: null, on_the_way_at: null }
    const { code } = rows[0] as { code: string }
    expect(code).toMatch(/^\d{4,}$/)
    expect((await getOrder(owner, id)).parcel).toEqual({ ...parcel, code })
    expect((await getOrder(withOrderKey(contextOn(database), key), id)).parcel).toEqual({ ...parcel, code })
    for (const ctx of [desk(), withOrderKey(desk(), key)]) {
      const read = await getOrder(ctx, id)
      expect(read.parcel).toEqual({ ...parcel, code: null })
      expect(JSON.stringify(read)).not.toContain(`"${code}"`)
    }
  })
})

it('an order is null to every caller without a right to it, as what is no order is', async () => {
  const { id, key } = await placed(contextOn(database), await putOnShelf(database))
  const stranger = as(contextOn(database), { ...anonymous, userId: await addProfile(database) })
  for (const ctx of [contextOn(database), stranger, withOrderKey(stranger, secrets.orderKey(randomUUID()))])
    expect(await findOrder(ctx, id)).toBeNull()
  expect(await findOrder(withOrderKey(stranger, key), id)).toMatchObject({ id })
  for (const other of [randomUUID(), 'nonsense']) expect(await findOrder(desk(), other)).toBeNull()
})

/** An order whose number was corrected while its prompt was open: both prompts can be paid. */
async function corrected() {
  const { ctx, id, attempt: old } = await placed(contextOn(database), await putOnShelf(database))
  await requestPayment(ctx, id, { phone: newPhone() })
  const current = (await attemptsOf(database, id)).find((each) => each.id !== old.id) as AttemptFacts
  return { ctx, id, old, current }
}

it('an order is read without what belongs to the other orders of the shop', async () => {
  const mine = await placed(contextOn(database), await putOnShelf(database, { name: 'Nyota Sandal' }))
  const shipped = await corrected()
  await queuePaymentReview(shipped.ctx, shipped.old.id, 'M-Pesa gave no outcome for a day')
  await tellPaid(shipped.ctx, shipped.current)
  await changeStatus(desk(), shipped.id, { status: 'shipped', courier: 'Easy Coach', parcel_number: 'EC-4711' })
  const cancelled = await placed(contextOn(database), await putOnShelf(database))
  await tellPaid(cancelled.ctx, cancelled.attempt)
  await changeStatus(desk(), cancelled.id, { status: 'cancelled', reason: 'No such size' })
  const own = {
    payment: { state: 'accepted', phone: mine.attempt.phone },
    lines: [{ name: 'Nyota Sandal', quantity: 1 }],
    in_review: false,
    replacements: 0,
    open_prompts: [{ phone: mine.attempt.phone }],
    timeline: [{ status: 'pending' }, { status: 'awaiting_payment' }],
    refunds: [],
    parcel: null,
  }
  expect(await findOrder(mine.ctx, mine.id)).toMatchObject(own)
  expect(await findOrder(shipped.ctx, shipped.id)).toMatchObject({
    payment: { state: 'paid', phone: shipped.current.phone },
    in_review: true,
    replacements: 1,
    open_prompts: [{ phone: shipped.old.phone }],
    refunds: [],
    parcel: { courier: 'Easy Coach', parcel_number: 'EC-4711' },
  })
  expect(await findOrder(cancelled.ctx, cancelled.id)).toMatchObject({
    payment: { state: 'paid', phone: cancelled.attempt.phone },
    in_review: false,
    refunds: [{ amount: 4500, phone: cancelled.attempt.phone }],
  })
})

describe('of two prompts of an order', () => {
  it('the one that paid it stands for its payment, and not the newer one whose money goes back', async () => {
    const { ctx, id, old, current } = await corrected()
    expect(await findOrder(ctx, id)).toMatchObject({ payment: { state: 'accepted', phone: current.phone } })
    await tellPaid(ctx, old)
    await tellPaid(ctx, current)
    expect(await findOrder(ctx, id)).toMatchObject({ payment: { state: 'paid', phone: old.phone }, refunds: [{ phone: current.phone }] })
  })

  it('those are open whose outcome is not known: neither one that was paid nor one that failed', async () => {
    const { ctx, id, old, current } = await corrected()
    const open = async () => (await findOrder(ctx, id))?.open_prompts.map(({ phone }) => phone)
    expect(await open()).toEqual([old.phone, current.phone])
    await tellFailed(ctx, old)
    expect(await open()).toEqual([current.phone])
    await tellPaid(ctx, current)
    expect(await open()).toEqual([])
  })
})
