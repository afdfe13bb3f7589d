import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { writeInBulk } from '#db/bulk.ts'
import { openDatabase } from '#db/client.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { nameAffiliate } from '#features/affiliates/name-affiliate.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { findMadeUp } from '#features/staff/made-up-history.ts'
import { getStoreFigures } from '#features/staff/store-figures.ts'
import { seedOrders } from '../seed/orders.ts'
import { entered, goodPassword } from '../test/accounts.ts'
import { affiliate, balanceOf, boss, earn } from '../test/affiliates.ts'
import { as, contextOn, orderIn, rowsOf, theShop } from '../test/checkout.ts'
import { useDatabase } from '../test/database.ts'
import { newReceipt } from '../test/scripted-mpesa.ts'
import { CannotLeaveDemo, leaveDemo } from './leave-demo-mode.ts'

const database = useDatabase()
const makePast = (count = 60) =>
  writeInBulk(database.ownerUrl, [], (bulk) => seedOrders({ actor: theShop }, bulk, { count, days: 30, perAffiliate: 3 }))
const leave = (db = database.ownerDb) => leaveDemo({ db, actor: theShop, now: sql`now()` })
const some = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) => (await rowsOf<Row>(database, query))[0] as Row

/** Every row of the books, by table, but those of made-up orders and people as they are marked now. */
async function realRows(): Promise<Record<string, string[]>> {
  const tables = {
    orders: sql`t.id not in (select order_id from made_up_orders)`,
    ...Object.fromEntries(
      ['order_items', 'order_events', 'payment_attempts', 'refunds', 'affiliate_commissions'].map((table) => [
        table,
        sql`t.order_id not in (select order_id from made_up_orders)`,
      ]),
    ),
    ...Object.fromEntries(
      ['affiliate_payouts', 'commission_deductions', 'affiliate_phones', 'affiliate_clicks'].map((table) => [
        table,
        sql`t.affiliate_id not in (select profile_id from made_up_people)`,
      ]),
    ),
    profiles: sql`t.id not in (select profile_id from made_up_people)`,
    product_size: sql`true`,
    products: sql`true`,
    ads: sql`true`,
  }
  const rows = Object.entries(tables).map(async ([table, isReal]) => {
    const found = await rowsOf<{ row: string }>(
      { db: database.ownerDb },
      sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t where ${isReal} order by 1`,
    )
    return [table, found.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

// That the books balance is checked after every test (test/database.ts).
describe('leaving the demo', () => {
  it('takes out what is marked and nothing else, also where people went on with it', async () => {
    const [one, two] = [await affiliate(database), await boss(database)]
    const desk = as(contextOn(database), two)
    for (const status of ['waiting_shipment', 'delivered', 'cancelled', 'buyer_not_paid', 'awaiting_payment'] as const)
      await orderIn(database, status)
    await earn(database, one)
    const before = await realRows()
    const figures = await getStoreFigures(desk, { name: 'all' })
    await makePast()
    expect(await findMadeUp(database)).toEqual({ hasOrders: true, hasPeople: true })
    expect((await getStoreFigures(desk, { name: 'all' })).orders).toBe(figures.orders + 60)
    expect(await realRows()).toEqual(before)

    // An admin ships one made-up order, cancels another that was paid, and approves a made-up commission.
    const { rows: paid } = await database.db.execute<{ id: string }>(
      sql`select id from orders o join made_up_orders m on m.order_id = o.id where status = 'waiting_shipment' and o.affiliate_id is null order by id limit 2`,
    )
    await changeStatus(desk, paid[0]?.id as string, { status: 'shipped' })
    await changeStatus(desk, paid[1]?.id as string, { status: 'cancelled', reason: 'Asked for' })
    const pending = await some<{ id: string }>(sql`
      select c.id from affiliate_commissions c join made_up_orders m using (order_id) join orders o on o.id = m.order_id
      where c.status = 'pending' and o.paid_at is not null order by c.id limit 1`)
    await changeCommission(desk, pending.id, { status: 'approved' })
    const stock = await rowsOf(database, sql`select id, stock from product_size order by id`)

    expect(await leave()).toEqual({ orders: 60, people: 3, keptPeople: 0, zones: 0, keptZones: [] })
    expect(await rowsOf(database, sql`select id, stock from product_size order by id`)).toEqual(stock)
    expect({ ...(await realRows()), product_size: [] }).toEqual({ ...before, product_size: [] })
    expect(await findMadeUp(database)).toEqual({ hasOrders: false, hasPeople: false })
    expect(await getStoreFigures(desk, { name: 'all' })).toEqual(figures)
    expect(
      await some(sql`
        select (select count(*)::integer from payment_attempts where checkout_request_id like 'seed%') as payments,
          (select count(*)::integer from auth.users where email like '%@made-up.example') as accounts, (select count(*)::integer from wallet_entries) as entries,
          (select count(*)::integer from stock_movements where note = 'Left by made-up orders') > 0 as left,
          (select count(*)::integer from audit_log where action = 'made-up history removed') as told`),
    ).toEqual({ payments: 0, accounts: 0, entries: 1, left: true, told: 1 })
    expect(await leave()).toEqual({ orders: 0, people: 0, keptPeople: 0, zones: 0, keptZones: [] })
  })

  it('keeps a made-up affiliate whose link brought a real order, with that alone', async () => {
    await makePast()
    const { code, id } = await some<{ code: string; id: string }>(
      sql`select affiliate_code as code, id from profiles p join made_up_people m on m.profile_id = p.id where is_affiliate limit 1`,
    )
    const order = await earn(database, { code }, 450)
    expect(await leave()).toEqual({ orders: 60, people: 2, keptPeople: 1, zones: 0, keptZones: [] })
    expect(await balanceOf(database, id)).toBe(450)
    expect(await some(sql`select affiliate_id, status from orders where id = ${order.orderId}`)).toEqual({
      affiliate_id: id,
      status: 'waiting_shipment',
    })
    expect(await findMadeUp(database)).toEqual({ hasOrders: false, hasPeople: false })
  })

  it('removes nothing where a real affiliate was paid for a made-up order', async () => {
    await makePast()
    const [one, two] = [await affiliate(database), await boss(database)]
    const desk = as(contextOn(database), two)
    // An affiliate is named for an order that came by no link, while it is young enough.
    const unled = await some<{ id: string }>(sql`
      select o.id from orders o join made_up_orders m on m.order_id = o.id where o.affiliate_id is null and o.status = 'delivered' order by created_at desc limit 1`)
    await nameAffiliate(desk, unled.id, { affiliate_code: one.code })
    const { id } = await some<{ id: string }>(sql`select id from affiliate_commissions where order_id = ${unled.id}`)
    await changeCommission(desk, id, { status: 'approved' })
    const details = { amount: 50, mpesa_phone_number: '0712 345 678', mpesa_full_name: 'Achieng Otieno' }
    const payout = await requestPayout(as(contextOn(database), one), details)
    await completePayout(desk, payout.id, { receipt: newReceipt() })
    const before = await realRows()
    await expect(leave()).rejects.toThrow(CannotLeaveDemo)
    expect(await realRows()).toEqual(before)
    expect(await findMadeUp(database)).toEqual({ hasOrders: true, hasPeople: true })
  })

  it('is for the owner of the tables, who need be no superuser', async () => {
    const role = `leaver_${Date.now()}`
    await database.ownerDb.execute(sql.raw(`create role ${role} login password 'leaver' in role viatu_owner`))
    const url = new URL(database.ownerUrl)
    Object.assign(url, { username: role, password: 'leaver' })
    const asLeaver = openDatabase(url.href, { connections: 1 })
    try {
      await expect(leave(asLeaver.db)).rejects.toThrow(CannotLeaveDemo)
      await expect(leave(database.db)).rejects.toMatchObject({ cause: { code: '42501' } })
    } finally {
      await asLeaver.close()
      await database.ownerDb.execute(sql.raw(`drop role ${role}`))
    }
  })

  it('goes on where Clear All User Data has taken the orders already', async () => {
    const who = await entered(database, { isAdmin: true })
    await clearUserData(as(contextOn(database), who.actor), { confirmation: 'DELETE', password: goodPassword })
    expect(await findMadeUp(database)).toEqual({ hasOrders: false, hasPeople: true })
    expect(await leave()).toEqual({ orders: 0, people: 3, keptPeople: 0, zones: 0, keptZones: [] })
    expect(await findMadeUp(database)).toEqual({ hasOrders: false, hasPeople: false })
    expect(await rowsOf(database, sql`select id from payment_attempts where checkout_request_id like 'seed%'`)).toEqual([])
  })
})
