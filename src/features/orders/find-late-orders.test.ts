import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OptionKind } from '#domain/delivery-options.ts'
import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import { sendNotices } from '#features/notices/send-notices.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { countOpenWork, listChoosable, listWork } from '#features/orders/list-work.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { findLateOrders } from '#features/orders/order-notices.ts'
import { trackOrder } from '#features/orders/track-order.ts'
import type { Sms } from '#services/sms/sms.ts'
import { admin, contextOn, orderIn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'

const database = useDatabase()
beforeEach(async () => {
  await database.ownerDb.execute(sql`delete from notices`)
  await database.ownerDb.execute(sql`update orders set promised_from = '2100-01-01', promised_to = '2100-01-01' where promised_to is not null`)
})

const sent: { to: string; text: string }[] = []
const sms: Sms = {
  send: async (message) => {
    sent.push(message)
    return { outcome: 'sent', id: null }
  },
}
/** The shop at a time in Nairobi, a week after its orders were placed. */
const day = (days = 7) => sql`((now() at time zone 'Africa/Nairobi')::date + ${days}::integer)`
const at = (time: string, days = 7) =>
  contextOn(database, { actor: admin, sms, now: sql`((${day(days)} + ${time}::time) at time zone 'Africa/Nairobi')` })
const found = (time: string, days?: number) => findLateOrders(at(time, days))

/** An order that was promised for that day. */
async function promised(
  status: OrderStatus | 'discarded',
  { kind = 'door' as OptionKind, last = day(), isPacked = false, email = null as string | null } = {},
) {
  const order = await orderIn(database, status)
  await database.ownerDb.execute(sql`
    update orders set promised_from = ${last}, promised_to = ${last}, delivery_kind = ${kind}, customer_email = ${email}, packed_at = case when ${isPacked}::boolean then now() end
    where id = ${order.id}`)
  return order
}
const told = (id: string) =>
  rowsOf<{ channel: string; state: string }>(
    database,
    sql`select channel, state from notices where order_id = ${id} and kind = 'late' order by channel`,
  )
const lateAt = async (id: string) =>
  (await rowsOf<{ late: boolean }>(database, sql`select late_at is not null as late from orders where id = ${id}`))[0]?.late

describe('a promise that will be missed', () => {
  it.each<[string, OrderStatus, { kind?: OptionKind; isPacked?: boolean }, string, string]>([
    ['an order that is not shipped, in the morning', 'waiting_shipment', {}, '07:59', '08:00'],
    ['one that was confirmed', 'confirmed', {}, '07:59', '08:00'],
    ['one that is packed and not shipped', 'awaiting_shipment', { isPacked: true }, '07:59', '08:00'],
    ['one that is on its way, in the afternoon', 'shipped', {}, '14:59', '15:00'],
    ['a parcel to a stage that is not shipped', 'waiting_shipment', { kind: 'stage' }, '07:59', '08:00'],
    ['one that is packed to be collected', 'waiting_shipment', { kind: 'collect', isPacked: true }, '14:59', '15:00'],
  ])('is found of %s', async (_, status, more, before, from) => {
    const { id } = await promised(status, more)
    expect([await found('23:59', 6), await found(before), await lateAt(id)]).toEqual([0, 0, false])
    expect([await found(from), await lateAt(id)]).toEqual([1, true])
    expect(await told(id)).toEqual([{ channel: 'sms', state: 'due' }])
  })

  it('is found in the evening where the order came on that very day', async () => {
    await promised('waiting_shipment', { last: day(0) })
    expect([await found('17:59', 0), await found('18:00', 0)]).toEqual([0, 1])
  })

  it('is found after the day too, and never at night', async () => {
    await promised('shipped')
    expect([await found('00:01', 8), await found('07:59', 9), await found('08:00', 9)]).toEqual([0, 0, 1])
  })

  it('is told once by each channel: not again, nor by two processes at once', async () => {
    const orders = [await promised('shipped', { email: 'w@example.com' }), await promised('waiting_shipment')]
    const counts = await Promise.all(Array.from({ length: 8 }, () => found('15:00')))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect([await found('15:01'), await found('09:00', 8)]).toEqual([0, 0])
    expect(await told(orders[0]?.id as string)).toMatchObject([{ channel: 'email' }, { channel: 'sms' }])
    expect(await told(orders[1]?.id as string)).toMatchObject([{ channel: 'sms' }])
  })

  it('is not that of an order which somebody marks delivered at that moment, and the others do not wait for it', async () => {
    const [moved, other] = [await promised('shipped'), await promised('waiting_shipment')]
    const counts: number[] = []
    await meanwhile(
      database,
      ({ db }) => lockOrder(db, moved.id),
      [async () => counts.push(await found('15:00'))],
      (inside) => changeStatus({ ...at('15:00'), ...inside }, moved.id, { status: 'delivered' }),
    )
    expect([counts, await found('15:01')]).toEqual([[1], 0])
    expect([await lateAt(moved.id), await lateAt(other.id)]).toEqual([false, true])
    expect([await told(moved.id), await told(other.id)]).toEqual([[], [{ channel: 'sms', state: 'due' }]])
  })

  it('says so by SMS, on the page of the order, on /track, and in the panel until it is delivered', async () => {
    const { id, ctx } = await promised('shipped')
    const before = (await countOpenWork(at('15:00'))).late
    expect((await getOrder(ctx, id)).late).toBeNull()
    await found('15:00')
    sent.length = 0
    await sendNotices(at('15:00'))
    const order = await getOrder(ctx, id)
    const words = `will be later than promised (${order.promised_to && weekday(order.promised_to)} `
    expect(sent).toMatchObject([{ to: order.customer_phone, text: expect.stringContaining(`order ${id.slice(0, 8)} ${words}`) }])
    expect(order.late).toContain(`It ${words}`)
    expect((await trackOrder(ctx, { code: id.slice(0, 8), phone: order.customer_phone })).late).toBe(order.late)
    expect((await countOpenWork(at('15:00'))).late).toBe(before + 1)
    for (const rows of [(await listWork(at('15:00'), { queue: 'late' })).data, (await listChoosable(at('15:00'), { queue: 'late' })).orders])
      expect(rows.map((row) => row.id)).toContain(id)
    await changeStatus(at('16:00'), id, { status: 'delivered' })
    expect([(await getOrder(ctx, id)).late, (await countOpenWork(at('16:00'))).late]).toEqual([null, before])
    expect((await listWork(at('16:00'), { queue: 'late' })).data.map((row) => row.id)).not.toContain(id)
  })

  it('is not sent once the order was delivered meanwhile', async () => {
    const { id } = await promised('shipped')
    await found('15:00')
    await changeStatus(contextOn(database, { actor: admin }), id, { status: 'delivered' })
    sent.length = 0
    await sendNotices(at('15:01'))
    expect([sent, await told(id)]).toEqual([[], [{ channel: 'sms', state: 'skipped' }]])
  })

  it('is not looked for, and no longer said, once a courier carries it: the shop does not see it arrive', async () => {
    const shipped = await promised('waiting_shipment')
    await changeStatus(at('07:00'), shipped.id, { status: 'shipped', courier: 'Easy Coach' })
    await promised('shipped', { kind: 'stage' })
    expect([await found('23:59'), await found('12:00', 9)]).toEqual([0, 0])

    const [before, { id, ctx }] = [(await countOpenWork(at('08:00'))).late, await promised('waiting_shipment')]
    const late = async () => [(await getOrder(ctx, id)).late !== null, (await countOpenWork(at('09:00'))).late - before]
    await found('08:00')
    expect(await late()).toEqual([true, 1])
    await changeStatus(at('09:00'), id, { status: 'shipped', courier: 'Easy Coach' })
    expect(await late()).toEqual([false, 0])
    expect((await listWork(at('09:00'), { queue: 'way' })).data.find((row) => row.id === id)).toMatchObject({ late_at: null })
  })

  it('is never that of an order that is unpaid, over, ready at its point, or was promised nothing', async () => {
    const open = ['waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped']
    for (const status of Object.keys(orderStatuses) as OrderStatus[]) if (!open.includes(status)) await promised(status)
    await promised('discarded')
    for (const kind of ['pickup', 'collect'] as const) await promised('shipped', { kind })
    const old = await orderIn(database, 'shipped')
    await database.ownerDb.execute(sql`
      update orders set delivery_kind = null, delivery_option = null, delivery_zone = null, delivery_place = null, delivery_place_id = null, promised_from = null,
        promised_to = null where id = ${old.id}`)
    expect([await found('23:59'), await found('12:00', 9)]).toEqual([0, 0])
  })
})

const weekday = (iso: string) => ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(iso).getUTCDay()]
