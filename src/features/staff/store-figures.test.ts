import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Period } from '#domain/figures.ts'
import { recentRankings } from '#features/staff/rankings.ts'
import { type Charts, getCharts } from '#features/staff/store-figures.ts'
import { affiliate } from '../../../test/affiliates.ts'
import { contextOn, type Pair, placed, putOnShelf, tellFailed, tellPaid, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const yesterday = sql`now() - interval '1 day'`
const boss = (now = sql`now()`) => contextOn(database, { actor: theShop, now })
/** So many days from today in Nairobi. */
const dayAt = (days: number) => new Date(Date.now() + 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const shoes = {} as Record<'mbio' | 'ruka', Pair>
let achieng: Awaited<ReturnType<typeof affiliate>>

beforeAll(async () => {
  shoes.mbio = await putOnShelf(database, { name: 'Mbio', price: 1000, sizes: { '40': 5, '41': 9 } })
  shoes.ruka = await putOnShelf(database, { name: 'Ruka', price: 4000, sizes: { '39': 2 } })
  achieng = await affiliate(database)
  const buyer = (now = yesterday) => contextOn(database, { now })
  const pay = async (order: Awaited<ReturnType<typeof placed>>) => tellPaid(order.ctx, order.attempt)
  await pay(await placed(buyer(), [[shoes.mbio, '40', 3]], { affiliate_code: achieng.code }))
  await pay(await placed(buyer(sql`now()`), [[shoes.ruka, '39', 1]]))
  const failed = await placed(buyer(sql`now()`), [[shoes.mbio, '41', 1]], { affiliate_code: achieng.code })
  await tellFailed(failed.ctx, failed.attempt)
  await placed(buyer(sql`now()`), [[shoes.mbio, '41', 1]])
})

describe('the charts', () => {
  it('show each day in Nairobi, also those on which nothing happened', async () => {
    const { step, points } = await getCharts(boss(), { name: '7d' })
    expect(step).toBe('day')
    expect(points).toHaveLength(7)
    expect(points[0]).toEqual({ day: dayAt(-6), orders: 0, revenue: 0, paid: 0, failed: 0 })
    expect(points.slice(-2)).toEqual([
      { day: dayAt(-1), orders: 1, revenue: 3000, paid: 1, failed: 0 },
      { day: dayAt(0), orders: 3, revenue: 4000, paid: 1, failed: 1 },
    ])
    expect((await getCharts(boss(sql`now() + interval '1 day'`), { name: 'today' })).points).toEqual([
      { day: dayAt(1), orders: 0, revenue: 0, paid: 0, failed: 0 },
    ])
  })

  it('count orders by where they stand', async () => {
    expect((await getCharts(boss(), { name: 'all' })).statuses).toEqual([
      { status: 'waiting_shipment', orders: 2 },
      { status: 'awaiting_payment', orders: 1 },
      { status: 'payment_failed', orders: 1 },
    ])
  })

  it.each<[Period, string[]]>([
    [{ name: 'own', from: '2020-01-01', to: '2099-01-01' }, [dayAt(-1), dayAt(0)]],
    [{ name: 'own', from: dayAt(0), to: null }, [dayAt(0)]],
    [{ name: 'own', from: dayAt(1), to: null }, []],
    [{ name: 'own', from: null, to: '2026-01-01' }, []],
  ])('draw nothing before the first order or after today: %j', async (period, days) => {
    const charts = await getCharts(boss(), period)
    expect([charts.step, charts.points.map(({ day }) => day)]).toEqual(['day', days])
  })

  it('take weeks and months together when there are many days', async () => {
    const all = { orders: 4, revenue: 7000, paid: 2, failed: 1 }
    const sum = (charts: Charts) =>
      charts.points.reduce(
        (so, { orders, revenue, paid, failed }) => ({
          orders: so.orders + orders,
          revenue: so.revenue + revenue,
          paid: so.paid + paid,
          failed: so.failed + failed,
        }),
        { orders: 0, revenue: 0, paid: 0, failed: 0 },
      )
    const inAYear = await getCharts(boss(sql`now() + interval '365 days'`), { name: 'all' })
    expect([inAYear.step, sum(inAYear)]).toEqual(['week', all])
    expect(inAYear.points.length).toBeGreaterThan(51)
    const inTenYears = await getCharts(boss(sql`now() + interval '10 years'`), { name: 'all' })
    expect([inTenYears.step, sum(inTenYears)]).toEqual(['month', all])
    expect(inTenYears.points.length).toBeGreaterThan(119)
  })
})

describe('the rankings', () => {
  it('name what sold best, what runs low of it, and who brought it', async () => {
    expect(await recentRankings(boss(), { name: 'all' })).toEqual({
      bestSellers: [
        { id: shoes.mbio.id, name: 'Mbio', pairs: 3, revenue: 3000 },
        { id: shoes.ruka.id, name: 'Ruka', pairs: 1, revenue: 4000 },
      ],
      runningLow: [
        { id: shoes.ruka.id, name: 'Ruka', size: '39', stock: 1, pairs: 1 },
        { id: shoes.mbio.id, name: 'Mbio', size: '40', stock: 2, pairs: 3 },
      ],
      affiliates: [{ id: achieng.userId, full_name: 'Achieng Otieno', affiliate_code: achieng.code, sales: 1, commission: 300 }],
    })
  })

  it('keep to the period, and leave out what is off the shelf', async () => {
    await database.db.execute(sql`update products set is_available = false where id = ${shoes.ruka.id}`)
    expect(await recentRankings(boss(), { name: 'today' })).toMatchObject({
      bestSellers: [{ name: 'Ruka' }],
      runningLow: [],
      affiliates: [],
    })
  })
})
