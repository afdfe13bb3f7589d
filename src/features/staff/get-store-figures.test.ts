import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dayIn, inPeriod } from '#core/days.ts'
import { type Period, periods } from '#domain/figures.ts'
import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { compactDailyStats, countRankings } from '#features/staff/rankings.ts'
import { getStoreFigures } from '#features/staff/store-figures.ts'
import { affiliate } from '../../../test/affiliates.ts'
import { admin, as, contextOn, orderIn, placed, putOnShelf, rowsOf, tellPaid, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { seededOrders } from '../../../test/seed.ts'
import { putZone } from '../../../test/zones.ts'

const database = useDatabase()
const boss = () => contextOn(database, { actor: theShop })
const everywhere: Period[] = [
  ...Object.keys(periods).map((name) => ({ name }) as Period),
  { name: 'own', from: '2026-01-01', to: null },
  { name: 'own', from: null, to: '2026-06-30' },
]

/** The same figures by the plain words of the decisions, row by row. */
async function counted(period: Period) {
  const placed = inPeriod(boss(), period, dayIn(sql`created_at`))
  const [row] = await rowsOf<Record<string, string>>(
    database,
    sql`select count(*) as orders, coalesce(sum(total_amount) filter (where paid_at is not null and status <> 'cancelled'), 0) as revenue,
      coalesce(sum(delivery_fee) filter (where paid_at is not null and status <> 'cancelled'), 0) as "deliveryFees",
      count(*) filter (where status in ('pending', 'awaiting_payment')) as pending,
      (select coalesce(sum(commission_amount), 0) from affiliate_commissions where status <> 'rejected' and ${placed}) as commissions
    from orders where discarded_at is null and ${placed}`,
  )
  return Object.fromEntries(Object.entries(row as Record<string, string>).map(([name, value]) => [name, Number(value)]))
}

const expectTrue = async () => {
  for (const period of everywhere) expect(await getStoreFigures(boss(), period), JSON.stringify(period)).toEqual(await counted(period))
}

describe('the four cards', () => {
  it('count every status as the decisions say', async () => {
    const ctx = boss()
    const before = await getStoreFigures(ctx, { name: 'all' })
    const total = 4500
    for (const status of [...Object.keys(orderStatuses), 'discarded'] as (OrderStatus | 'discarded')[]) await orderIn(database, status)
    const after = await getStoreFigures(ctx, { name: 'today' })
    expect(after.orders - before.orders).toBe(11)
    // waiting_shipment, awaiting_shipment, confirmed, shipped, delivered, commission_earned
    expect(after.revenue - before.revenue).toBe(6 * total)
    expect(after.pending - before.pending).toBe(2)
    await expectTrue()
  })

  it('name the fees that are in the revenue, and no other orders’ fees', async () => {
    const [option] = await putZone(database, 'Western', ['kisumu'], [{ fee: 250 }])
    const before = await getStoreFigures(boss(), { name: 'all' })
    const fee = { delivery_address: 'Kisumu', delivery_option_id: option }
    const shoe = await putOnShelf(database, { price: 100, sizes: { '40': 300 } })
    const place = () => placed(contextOn(database), [[shoe, '40', 90]], fee)
    const [paid, cancelled] = [await place(), await place()]
    await place()
    for (const order of [paid, cancelled]) await tellPaid(order.ctx, order.attempt)
    await changeStatus(as(boss(), admin), cancelled.id, { status: 'cancelled', reason: 'No such size' })
    const after = await getStoreFigures(boss(), { name: 'all' })
    expect([after.revenue - before.revenue, after.deliveryFees - before.deliveryFees]).toEqual([9250, 250])
    await expectTrue()

    const ranked = await countRankings(boss(), { name: 'all' })
    expect(ranked.bestSellers.find(({ id }) => id === shoe.id)).toMatchObject({ pairs: 90, revenue: 9000 })
  })

  it('follow commissions, and leave rejected ones out', async () => {
    const who = await affiliate(database)
    const shoe = await putOnShelf(database, { price: 1000 })
    const order = await placed(contextOn(database), shoe, { affiliate_code: who.code })
    const before = await getStoreFigures(boss(), { name: 'all' })
    await tellPaid(order.ctx, order.attempt)
    expect((await getStoreFigures(boss(), { name: 'all' })).commissions).toBe(before.commissions)
    await database.db.execute(
      sql`update affiliate_commissions set status = 'rejected', rejected_at = now(), reason = 'Not one of ours' where order_id = ${order.id}`,
    )
    expect((await getStoreFigures(boss(), { name: 'all' })).commissions).toBe(before.commissions - 100)
    await expectTrue()
  })

  it('are the same for a year of orders, before and after the parts are summed up', async () => {
    await seededOrders(database.ownerUrl, 400)
    await expectTrue()
    for (const status of ['pending', 'delivered', 'pending'] as const) await orderIn(database, status)
    const parts = () => rowsOf<{ parts: number }>(database, sql`select count(*)::integer as parts from daily_stats`)
    const [before] = await parts()
    await Promise.all([1, 2, 3].map(() => compactDailyStats(boss())))
    await expectTrue()
    const [after] = await parts()
    expect(after?.parts).toBeLessThan(before?.parts as number)
    expect(await rowsOf(database, sql`select kind from daily_stats group by kind, day, status having count(*) > 1`)).toEqual([])
  })

  it('lose nothing while orders are placed and the parts are summed up at once', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 100 } })
    await Promise.all([
      ...Array.from({ length: 12 }, () => placed(contextOn(database), shoe).then((order) => tellPaid(order.ctx, order.attempt))),
      ...Array.from({ length: 12 }, () => compactDailyStats(boss())),
    ])
    await expectTrue()
  })
})
