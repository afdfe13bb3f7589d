import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import type { Period } from '#domain/figures.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import { type DeliveryFigure, getDeliveryFigures } from '#features/staff/get-delivery-figures.ts'
import { getStoreFigures } from '#features/staff/store-figures.ts'
import { admin, as, attemptOf, contextOn, newPhone, placed, putOnShelf, rowsOf, tellFailed, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { putZone } from '../../../test/zones.ts'

const database = useDatabase()
/** An instant in Nairobi. Orders are placed on Monday the 9th at 10:00, and promised for the 10th to the 11th. */
const at = (time: string) => contextOn(database, { actor: admin, now: sql`${`${time}+03`}::timestamptz` })
const options: Record<string, string> = {}
const days: Period = { name: 'own', from: '2026-11-09', to: '2026-11-09' }
const figures = (period: Period = days, now = '2026-11-18 12:00') => getDeliveryFigures(at(now), period)

beforeAll(async () => {
  const [door, pickup, stage] = await putZone(
    database,
    'Western',
    ['kisumu'],
    [
      { name: 'Rider', fee: 250 },
      { name: 'Pick-up', kind: 'pickup', fee: 100 },
      { name: 'Parcel', kind: 'stage', fee: 150 },
    ],
  )
  Object.assign(options, { door, pickup, stage })
})

/** Orders of other tests lie outside of the days. */
beforeEach(() => database.ownerDb.execute(sql`update orders set created_at = created_at - interval '30 days' where created_at < '2026-11-18'`))

type Step = [time: string, status: 'shipped' | 'delivered' | 'cancelled' | 'confirmed', more?: object]

/** A paid order for KSh 4,500 to Kisumu that went these steps. */
async function order(option: string, ...steps: Step[]) {
  const then = at('2026-11-09 10:00')
  const address = { delivery_address: 'Kisumu', delivery_option_id: options[option], delivery_point: 'Kisumu Bus Park', customer_phone: newPhone() }
  const { id, attempt, ctx } = await placed(as(then, anonymous), await putOnShelf(database), address)
  await tellPaid(ctx, attempt)
  for (const [time, status, more] of steps)
    await changeStatus(at(time), id, { status, ...(status === 'cancelled' && { reason: 'Asked for' }), ...more })
  return { id, ctx }
}
const shipped: Step = ['2026-11-10 09:00', 'shipped']
const none = { delivered: 0, on_time: 0, late: 0, not_known: 0, on_time_percent: null, mean_days: null, fees: 0 }

describe('promises kept', () => {
  it.each<[string, string, Step[], Partial<DeliveryFigure>]>([
    [
      'one minute before midnight of its last day',
      'door',
      [shipped, ['2026-11-11 23:59', 'delivered']],
      { delivered: 1, on_time: 1, mean_days: 2.6 },
    ],
    ['at midnight', 'door', [shipped, ['2026-11-12 00:00', 'delivered']], { delivered: 1, late: 1, mean_days: 2.6 }],
    ['days later', 'door', [shipped, ['2026-11-16 22:00', 'delivered']], { delivered: 1, late: 1, mean_days: 7.5 }],
    ['never, with a rider', 'door', [shipped], { late: 1 }],
    ['never, not even shipped', 'door', [], { late: 1 }],
    ['to a point, in time, and not collected', 'pickup', [shipped], { delivered: 1, on_time: 1, mean_days: 1 }],
    [
      'to a point, in time, and collected a week later',
      'pickup',
      [shipped, ['2026-11-17 09:00', 'delivered']],
      { delivered: 1, on_time: 1, mean_days: 1 },
    ],
    ['to a point, a day late', 'pickup', [['2026-11-12 10:00', 'shipped']], { delivered: 1, late: 1, mean_days: 3 }],
    ['to a point, never', 'pickup', [], { late: 1 }],
    ['by parcel, never marked delivered', 'stage', [shipped], { not_known: 1 }],
    ['by parcel, marked delivered', 'stage', [shipped, ['2026-11-11 10:00', 'delivered']], { delivered: 1, on_time: 1, mean_days: 2 }],
    ['to the door by a courier, never marked', 'door', [['2026-11-10 09:00', 'shipped', { courier: 'G4S' }]], { not_known: 1 }],
  ])('are those of an order that came %s', async (_, option, steps, expected) => {
    await order(option, ...steps)
    const { rows, total } = await figures()
    const { on_time = 0, late = 0 } = expected
    const on_time_percent = on_time + late === 0 ? null : 100 * on_time
    const fees = { door: 250, pickup: 100, stage: 150 }[option]
    const name = { door: 'Rider', pickup: 'Pick-up', stage: 'Parcel' }[option]
    expect(rows).toEqual([{ zone: 'Western', option: name, ...none, fees, on_time_percent, ...expected }])
    expect({ zone: 'Western', option: name, ...total }).toEqual(rows[0])
  })

  it('wait until the last day is over', async () => {
    await order('door', shipped)
    await order('stage', shipped)
    expect((await figures(days, '2026-11-11 23:59')).total).toEqual({ ...none, fees: 400 })
    expect((await figures(days, '2026-11-12 00:00')).total).toEqual({ ...none, late: 1, not_known: 1, on_time_percent: 0, fees: 400 })
  })

  it('are added up by option, with the names and fees of then, and in all', async () => {
    for (const last of ['10', '11', '13'] as const) await order('door', shipped, [`2026-11-${last} 10:00`, 'delivered'])
    await order('pickup', shipped)
    await database.db.execute(sql`update delivery_options set name = 'Boda', fee = 300 where id = ${options.door}`)
    await order('stage', shipped)
    const { rows, total } = await figures()
    await database.db.execute(sql`update delivery_options set name = 'Rider', fee = 250 where id = ${options.door}`)
    expect(rows.map(({ option, ...row }) => [option, row])).toEqual([
      ['Parcel', { zone: 'Western', ...none, not_known: 1, fees: 150 }],
      ['Pick-up', { zone: 'Western', ...none, delivered: 1, on_time: 1, on_time_percent: 100, mean_days: 1, fees: 100 }],
      ['Rider', { zone: 'Western', ...none, delivered: 3, on_time: 2, late: 1, on_time_percent: 66, mean_days: 2.3, fees: 750 }],
    ])
    expect(total).toEqual({ delivered: 4, on_time: 3, late: 1, not_known: 1, on_time_percent: 75, mean_days: 2, fees: 1000 })
    expect(total.fees).toBe((await getStoreFigures(at('2026-11-18 12:00'), days)).deliveryFees)
  })

  it('leave out what was cancelled and given back, was never paid, or was promised nothing', async () => {
    await order('door', ['2026-11-10 09:00', 'cancelled'])
    const { id } = await order('door', shipped, ['2026-11-10 12:00', 'delivered'], ['2026-11-11 09:00', 'cancelled', { restock: true }])
    expect(await rowsOf(database, sql`select amount::integer from refunds where order_id = ${id}`)).toEqual([{ amount: 4750 }])
    const shoe = await putOnShelf(database)
    const unpaid = await placed(as(at('2026-11-09 10:00'), anonymous), shoe, { delivery_address: 'Kisumu', delivery_option_id: options.door })
    await tellFailed(unpaid.ctx, unpaid.attempt)
    await expireOrders(at('2026-11-09 11:00'))
    const old = await placed(as(at('2026-11-09 10:00'), anonymous), shoe, { delivery_address: 'Nairobi' })
    await tellPaid(old.ctx, await attemptOf(database, old.id))
    await database.ownerDb.execute(sql`
      update orders set delivery_kind = null, delivery_option = null, delivery_zone = null, delivery_place = null, delivery_place_id = null, promised_from = null,
        promised_to = null where id = ${old.id}`)
    expect(await figures()).toEqual({ rows: [], total: none })
  })

  it('are those of the days in Nairobi on which orders were placed', async () => {
    await order('pickup', shipped)
    const inDays = async (from: string | null, to: string | null) => (await figures({ name: 'own', from, to })).total.delivered
    expect([await inDays('2026-11-09', null), await inDays('2026-11-10', null), await inDays('2026-11-01', '2026-11-08')]).toEqual([1, 0, 0])
    expect([(await figures({ name: '30d' })).total.delivered, (await figures({ name: '7d' })).total.delivered]).toEqual([1, 0])
    expect((await figures({ name: 'all' })).total.delivered).toBeGreaterThan(1)
  })
})
