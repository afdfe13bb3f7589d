import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copies as emptiedCopies } from '#db/table-meanings.ts'
import { joinAffiliates } from '#features/affiliates/join-affiliates.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { listCustomers, writeCustomerNote } from '#features/customers/customers.ts'
import { deleteCustomer } from '#features/customers/delete-customer.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { writeNote } from '#features/orders/order-operations.ts'
import { anonymiseOrders } from '#features/people/anonymise.ts'
import { deleteAccount } from '#features/people/delete-account.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { findObstacles, restoreSnapshot } from '#features/staff/restore-snapshot.ts'
import { listSnapshots } from '#features/staff/snapshots.ts'
import { type Entered, entered, goodPassword } from '../../../test/accounts.ts'
import { affiliate, balanceOf, earn, referred } from '../../../test/affiliates.ts'
import { as, contextOn, later, newPhone, orderIn, orderRow, placed, putOnShelf, rowsOf, stockOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { debtor } from '../../../test/debtor.ts'
import { person } from '../../../test/people.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
let amina: Entered['actor']
const boss = () => contextOn(database, { actor: amina })
const details = { mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' }
const clear = async () => (await clearUserData(boss(), { confirmation: 'DELETE', password: goodPassword })).snapshot_id
const forRestoring = Object.fromEntries(Object.entries(emptiedCopies).filter(([, { isHidden }]) => isHidden))
const problemOf = (call: Promise<unknown>) => call.catch(({ code, message }) => ({ code, message }))

beforeAll(async () => {
  amina = (await entered(database, { isAdmin: true, full_name: 'Amina Hassan' })).actor
})
beforeEach(clear)

const cleared = [
  ...['orders', 'order_items', 'order_events', 'order_notes', 'idempotency_keys', 'deliveries', 'customers'],
  ...['affiliate_commissions', 'affiliate_payouts', 'commission_deductions', 'affiliate_clicks', 'affiliate_debts', 'affiliate_debt_hashes'],
]
/** Every row of these tables, and the links of those that stay. */
async function books() {
  const rows = (query: ReturnType<typeof sql>) => rowsOf<{ row: unknown }>(database, query).then((all) => all.map(({ row }) => row))
  const tables = await Promise.all(
    cleared.map(async (table) => [table, await rows(sql`select to_jsonb(t) as row from ${sql.raw(table)} t order by to_jsonb(t)::text`)] as const),
  )
  return {
    tables: Object.fromEntries(tables) as Record<string, unknown[]>,
    links: await rows(sql`
      select jsonb_build_array(id, order_id) as row from payment_attempts where order_id is not null
      union all select jsonb_build_array(id, order_id) from refunds where order_id is not null
      union all select jsonb_build_array(id, order_id) from stock_movements where order_id is not null order by 1`),
    people: await rows(
      sql`select jsonb_build_array(id, affiliate_code, is_affiliate) as row from profiles where affiliate_code is not null order by 1`,
    ),
    wallets: await rows(sql`select to_jsonb(w) as row from wallets w where earned <> 0 or paid <> 0 or available <> 0 order by affiliate_id`),
  }
}

describe('putting a snapshot back', () => {
  it('brings every row back as it was, with the wallets, links, notes and codes, and holds no pair anew', async () => {
    const who = await affiliate(database)
    const mine = as(contextOn(database), who)
    await earn(database, who, 300)
    const paid = await requestPayout(mine, { amount: 200, ...details })
    await completePayout(boss(), paid.id, { receipt: newReceipt() })
    await earn(database, who, 200)
    await requestPayout(mine, { amount: 100, ...details })
    await debtor(database)
    for (const status of ['delivered', 'cancelled', 'buyer_not_paid', 'discarded'] as const) await orderIn(database, status)
    const shipped = await orderIn(database, 'shipped')
    const ready = await orderIn(database, 'waiting_shipment')
    await writeNote(boss(), ready.id, { note: 'Calls back after five.', replaces: null })
    await writeCustomerNote(boss(), ready.id, { note: 'Wears 43.' })
    await database.db.execute(sql`insert into affiliate_clicks (affiliate_id, visitor_id) values (${who.userId}, 'somebody')`)
    const before = await books()

    const id = await clear()
    expect(await findObstacles(boss(), id)).toEqual([])
    const done = await restoreSnapshot(boss(), id)

    expect(done).toEqual({ orders: before.tables.orders?.length, unpaid: 0, codes_taken: 0 })
    expect(await books()).toEqual(before)
    expect([await stockOf(database, shipped.shoe), await stockOf(database, ready.shoe)]).toEqual([9, 9])
    const [entry] = await rowsOf(database, sql`select action, actor_id, row_id, after from audit_log order by id desc limit 1`)
    expect(entry).toEqual({ action: 'snapshot put back', actor_id: amina.userId, row_id: id, after: done })
    expect((await listSnapshots(boss())).find((each) => each.id === id)).toMatchObject({
      by: 'Amina Hassan',
      days_left: 30,
      put_back_at: expect.any(String),
    })
    // The shop goes on with them.
    await changeStatus(boss(), ready.id, { status: 'shipped' })
    // And clears them again.
    const again = await clear()
    await restoreSnapshot(boss(), again)
    expect((await orderRow(database, ready.id)).status).toBe('shipped')
  })

  it('ends the holds of orders that waited for their money; money that came meanwhile is theirs', async () => {
    const who = await affiliate(database)
    const { orderId, ctx, attempt } = await referred(database, who)
    const waiting = await orderIn(database, 'awaiting_payment', 1)
    const id = await clear()
    expect(await stockOf(database, waiting.shoe)).toBe(1)
    await tellPaid(ctx, attempt)
    const buyer = await placed(contextOn(database), waiting.shoe)
    expect(await restoreSnapshot(boss(), id)).toEqual({ orders: 2, unpaid: 2, codes_taken: 0 })
    for (const order of [orderId, waiting.id]) expect((await orderRow(database, order)).status).toBe('buyer_not_paid')
    expect(await stockOf(database, waiting.shoe)).toBe(0)
    expect(await rowsOf(database, sql`select order_id, reason, state from refunds where attempt_id = ${attempt.id}`)).toEqual([
      { order_id: orderId, reason: 'late_payment', state: 'due' },
    ])
    // Its prompt was still open: the pair is sold, so this money goes back as well.
    await tellPaid(waiting.ctx, waiting.attempt)
    expect(await rowsOf(database, sql`select order_id, reason from refunds where attempt_id = ${waiting.attempt.id}`)).toEqual([
      { order_id: waiting.id, reason: 'late_payment' },
    ])
    expect((await orderRow(database, buyer.id)).status).toBe('awaiting_payment')
  })

  it('is done once, however often it is pressed', async () => {
    await orderIn(database, 'delivered')
    const id = await clear()
    const [one, other] = await Promise.all([restoreSnapshot(boss(), id), restoreSnapshot(boss(), id)])
    expect([one.orders, other.orders]).toEqual([1, 1])
    expect((await restoreSnapshot(boss(), id)).orders).toBe(1)
    expect(await rowsOf(database, sql`select id from orders`)).toHaveLength(1)
    expect(await rowsOf(database, sql`select from audit_log where action = 'snapshot put back' and row_id = ${id}`)).toHaveLength(1)
  })

  it('stands beside what the shop has sold since, and gives codes back where they are free', async () => {
    const [stays, taken, anew] = [await affiliate(database), await affiliate(database), await affiliate(database)]
    for (const who of [stays, taken, anew]) await earn(database, who, 100)
    const id = await clear()
    await person(database, { code: taken.code })
    const { affiliate_code } = await joinAffiliates(as(contextOn(database), anew))
    await earn(database, { code: affiliate_code }, 50)
    const later = await orderIn(database, 'delivered')
    expect(await restoreSnapshot(boss(), id)).toEqual({ orders: 3, unpaid: 0, codes_taken: 1 })
    const codes = await rowsOf<{ id: string; code: string | null }>(
      database,
      sql`select id, affiliate_code as code from profiles where id in (${stays.userId}, ${taken.userId}, ${anew.userId})`,
    )
    expect(new Map(codes.map((row) => [row.id, row.code]))).toEqual(
      new Map([
        [stays.userId, stays.code],
        [taken.userId, null],
        [anew.userId, affiliate_code],
      ]),
    )
    expect(await balanceOf(database, anew.userId)).toBe(150)
    expect((await orderRow(database, later.id)).status).toBe('delivered')
  })

  it('names nobody who was forgotten meanwhile', async () => {
    const phone = newPhone()
    const shoe = await putOnShelf(database)
    const old = await placed(contextOn(database), shoe, { customer_phone: phone, customer_name: 'Kerubo Achieng' })
    await tellPaid(old.ctx, old.attempt)
    const id = await clear()
    const { id: newer, ctx, attempt } = await placed(contextOn(database), shoe, { customer_phone: phone })
    await tellPaid(ctx, attempt)
    for (const status of ['shipped', 'delivered']) await changeStatus(boss(), newer, { status })
    await database.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${newer}`)
    await deleteCustomer(boss(), newer)
    await restoreSnapshot(boss(), id)
    expect(await orderRow(database, old.id)).toMatchObject({
      status: 'waiting_shipment',
      customer_name: 'Deleted account',
      customer_phone: '254700000000',
    })
    expect((await listCustomers(boss(), { search: phone })).data).toEqual([])
  })

  it('names no person who deleted their account meanwhile, also before deletion reached snapshots', async () => {
    const shoe = await putOnShelf(database)
    const buys = async (who: Entered, phone: string) => {
      const order = await placed(contextOn(database, { actor: who.actor }), shoe, { customer_phone: phone, customer_name: 'Kerubo Achieng' })
      await tellPaid(order.ctx, order.attempt)
      return order.id
    }
    const [gone, goneBefore, stays] = [await entered(database), await entered(database), await entered(database)]
    const phones = [newPhone(), newPhone(), newPhone()] as const
    const orders = [await buys(gone, phones[0]), await buys(goneBefore, phones[1]), await buys(stays, phones[2])]
    const id = await clear()
    await deleteAccount(contextOn(database, { actor: gone.actor }), { password: goodPassword })
    await database.db.execute(sql`update profiles set full_name = '', phone = null, deleted_at = now() where id = ${goneBefore.id}`)
    await restoreSnapshot(boss(), id)
    const forgotten = { status: 'waiting_shipment', customer_name: 'Deleted account', customer_phone: '254700000000', delivery_address: 'Deleted' }
    expect(await Promise.all(orders.map((order) => orderRow(database, order)))).toMatchObject([
      forgotten,
      forgotten,
      { customer_name: 'Kerubo Achieng', user_id: stays.id },
    ])
    const customers = await Promise.all(phones.map(async (search) => (await listCustomers(boss(), { search })).data.length))
    expect(customers).toEqual([0, 0, 1])
  })

  it('keeps the buyer of an order on its way whose account was deleted before, and forgets them in the copy as well once it has arrived', async () => {
    const who = await entered(database)
    const order = await placed(contextOn(database, { actor: who.actor }), await putOnShelf(database), { customer_name: 'Kerubo Achieng' })
    await tellPaid(order.ctx, order.attempt)
    await deleteAccount(contextOn(database, { actor: who.actor }), { password: goodPassword })
    await restoreSnapshot(boss(), await clear())
    const names = async () => [
      (await orderRow(database, order.id)).customer_name,
      ...(
        await rowsOf<{ name: string }>(
          database,
          sql`select row ->> 'customer_name' as name from data_snapshot_rows where table_name = 'orders' and row ->> 'id' = ${order.id}`,
        )
      ).map(({ name }) => name),
    ]
    expect(await names()).toEqual(['Kerubo Achieng', 'Kerubo Achieng'])
    for (const status of ['shipped', 'delivered']) await changeStatus(boss(), order.id, { status })
    await anonymiseOrders(later(boss(), '1 day'))
    expect(await names()).toEqual(['Deleted account', 'Deleted account'])
  })

  it('has every copied table declared: what a forgotten buyer leaves empty in it', async () => {
    const id = await clear()
    const [snapshot] = await rowsOf<{ counts: object }>(database, sql`select counts from data_snapshots where id = ${id}`)
    expect(Object.keys(emptiedCopies).sort()).toEqual([...Object.keys(snapshot?.counts ?? {}), ...Object.keys(forRestoring)].sort())
  })
})

describe('what stands in the way of a snapshot', () => {
  const blocked = async (id: string, sentence: string | RegExp) => {
    const [before, found] = [await books(), await findObstacles(boss(), id)]
    expect(found).toEqual([expect.stringMatching(sentence)])
    expect(await problemOf(restoreSnapshot(boss(), id))).toEqual({ code: 'snapshot_blocked', message: found[0] })
    expect(await books()).toEqual(before)
  }

  it('is a product that is gone', async () => {
    const { shoe } = await orderIn(database, 'delivered')
    const id = await clear()
    await database.ownerDb.execute(sql`delete from product_size where product_id = ${shoe.id}`)
    await blocked(id, /^The product of 1 line, or its size, is gone\.$/)
  })

  it('is a receipt that was used since', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const receipt = newReceipt()
    const { id: payout } = await requestPayout(as(contextOn(database), who), { amount: 200, ...details })
    await completePayout(boss(), payout, { receipt })
    const id = await clear()
    const order = await orderIn(database, 'awaiting_payment')
    await tellPaid(order.ctx, order.attempt, { receipt })
    await blocked(id, `^Receipt ${receipt} was used by order ${order.id.slice(0, 8)}\\.$`)
  })

  it('is a new open payout, until it is settled', async () => {
    const who = await affiliate(database, 'Achieng Otieno')
    await earn(database, who, 300)
    await requestPayout(as(contextOn(database), who), { amount: 200, ...details })
    const id = await clear()
    const { affiliate_code } = await joinAffiliates(as(contextOn(database), who))
    await earn(database, { code: affiliate_code }, 100)
    const { id: payout } = await requestPayout(as(contextOn(database), who), { amount: 50, ...details })
    await blocked(id, /^Achieng Otieno \(\+254 712 345 678\) has a new open payout beside the one in the snapshot: settle the new one first\.$/)
    await rejectPayout(boss(), payout, { reason: 'Asked for' })
    expect(await findObstacles(boss(), id)).toEqual([])
    await restoreSnapshot(boss(), id)
    expect(await balanceOf(database, who.userId)).toBe(200)
  })

  it('is an affiliate who has deleted the account', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const id = await clear()
    await database.db.execute(sql`update profiles set full_name = '', phone = null, deleted_at = now() where id = ${who.userId}`)
    await blocked(id, /^1 affiliate of it has deleted their account since\.$/)
  })

  it('is an order of the same name, or a snapshot of before', async () => {
    const order = await orderIn(database, 'delivered')
    const id = await clear()
    const other = await orderIn(database, 'delivered')
    await database.db.execute(sql`
      update data_snapshot_rows set row = row || jsonb_build_object('short_code', ${other.id.slice(0, 8)}::text) where snapshot_id = ${id} and table_name = 'orders'`)
    await blocked(id, `^Order ${other.id.slice(0, 8)} is in the shop already\\.$`)
    await database.db.execute(sql`update data_snapshots set is_whole = false where id = ${id}`)
    await blocked(id, /^This snapshot is older than putting back/)
    expect(await orderRow(database, order.id)).toBeUndefined()
  })

  it('are books that would not balance: then nothing was put back', async () => {
    await orderIn(database, 'delivered')
    const id = await clear()
    await database.db.execute(sql`
      update data_snapshot_rows set row = row || '{"total_amount": 4501}' where snapshot_id = ${id} and table_name = 'orders'`)
    const before = await books()
    expect(await problemOf(restoreSnapshot(boss(), id))).toEqual({
      code: 'snapshot_blocked',
      message: expect.stringMatching(/^With it the books would not balance: .*O1/),
    })
    expect(await books()).toEqual(before)
  })
})
