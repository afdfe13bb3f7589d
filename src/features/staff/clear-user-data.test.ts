import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { withOrderKey } from '#core/context.ts'
import { clearedTables } from '#db/table-meanings.ts'
import { getStatement } from '#features/affiliates/wallet/get-statement.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { startB2cPayout } from '#features/affiliates/wallet/start-b2c-payout.ts'
import { draftOrder } from '#features/orders/checkout/place-draft.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { findOrderDeletionTime, findPaymentsOfDeletedOrders, listRefunds } from '#features/orders/payments/payment-lists.ts'
import { beginSecondFactor, confirmSecondFactor } from '#features/people/change-second-factor.ts'
import { findActor } from '#features/people/find-actor.ts'
import { clearUserData, countUnshipped, countUserData, isClearing } from '#features/staff/clear-user-data.ts'
import { listSnapshots, readSnapshot } from '#features/staff/snapshots.ts'
import { getStoreFigures } from '#features/staff/store-figures.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { device, type Entered, entered, goodPassword, refusalOf } from '../../../test/accounts.ts'
import { affiliate, balanceOf, earn, referred } from '../../../test/affiliates.ts'
import {
  type AttemptFacts,
  as,
  contextOn,
  later,
  newPhone,
  orderIn,
  orderOf,
  orderRow,
  placed,
  putOnShelf,
  rowsOf,
  stockOf,
  tellPaid,
} from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { accepted } from '../../../test/scripted-mpesa.ts'
import { codeOf } from '../../../test/totp.ts'

const database = useDatabase()
let amina: Entered['actor']
const boss = () => contextOn(database, { actor: amina })
const unproved = { confirmation: 'DELETE' }
const yes = { ...unproved, password: goodPassword }
const details = { mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' }

beforeAll(async () => {
  amina = (await entered(database, { isAdmin: true, full_name: 'Amina Hassan' })).actor
})

/** Rows of the six tables together, and of those that stay. */
const sizeOf = async (tables: readonly string[]) =>
  (await Promise.all(tables.map((table) => rowsOf<{ rows: number }>(database, sql`select count(*)::integer as rows from ${sql.raw(table)}`)))).map(
    ([row]) => row?.rows ?? 0,
  )
const promptsTo = (phone: string) => rowsOf<AttemptFacts>(database, sql`select * from payment_attempts where phone = ${phone.slice(1)}`)
const isEmpty = async () => expect(await sizeOf(clearedTables)).toEqual([0, 0, 0, 0, 0, 0])

async function textOf(id: string): Promise<string> {
  let text = ''
  for await (const piece of await readSnapshot(boss(), id)) text += piece
  return text
}

describe('clearing all user data', () => {
  it('takes the six tables and what affiliates were, and keeps money, people, shelf and log', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    await requestPayout(as(contextOn(database), who), { amount: 100, ...details })
    const waiting = await orderIn(database, 'awaiting_payment')
    const paid = await orderIn(database, 'waiting_shipment')
    await orderIn(database, 'cancelled')
    await orderIn(database, 'discarded')
    await database.db.execute(sql`insert into affiliate_clicks (affiliate_id, visitor_id) values (${who.userId}, 'somebody')`)
    const { items: _, ...buyer } = orderOf(waiting.shoe)
    await draftOrder(contextOn(database), buyer)
    const stays = ['payment_attempts', 'refunds', 'products', 'profiles']
    const before = await sizeOf(stays)
    const [, , , , lines, orders] = await sizeOf(clearedTables)
    const [logged] = await sizeOf(['audit_log'])
    expect([await stockOf(database, waiting.shoe), await stockOf(database, paid.shoe)]).toEqual([9, 9])
    // The number in the question is the number that is cleared, with the orders that are in no list.
    expect(await countUserData(boss())).toEqual({ orders, commissions: 1, payouts: 1, affiliates: 1 })
    expect(orders).toBe((await getStoreFigures(boss(), { name: 'all' })).orders + 1)

    const { snapshot_id, counts } = await clearUserData(boss(), yes)

    await isEmpty()
    expect(await sizeOf(['order_drafts'])).toEqual([0])
    expect(counts).toMatchObject({ orders, order_items: lines, affiliate_payouts: 1, affiliate_commissions: 1, affiliate_clicks: 1 })
    expect(await sizeOf(stays)).toEqual(before)
    expect([await stockOf(database, waiting.shoe), await stockOf(database, paid.shoe)]).toEqual([10, 9])
    expect(await rowsOf(database, sql`select is_affiliate, affiliate_code from profiles where id = ${who.userId}`)).toEqual([
      { is_affiliate: false, affiliate_code: null },
    ])
    expect(await balanceOf(database, who.userId)).toBe(0)
    expect((await getStatement(as(contextOn(database), who))).closing).toBe(0)
    expect(await countUserData(boss())).toEqual({ orders: 0, commissions: 0, payouts: 0, affiliates: 0 })
    expect(await getStoreFigures(boss(), { name: 'all' })).toEqual({ orders: 0, revenue: 0, deliveryFees: 0, pending: 0, commissions: 0 })
    expect(await sizeOf(['audit_log'])).toEqual([(logged ?? 0) + 1])
    expect(await rowsOf(database, sql`select actor_id, action, row_id, before from audit_log order by id desc limit 1`)).toEqual([
      { actor_id: amina.userId, action: 'user data cleared', row_id: snapshot_id, before: counts },
    ])
  })

  it('keeps a snapshot of every row, which admins can fetch and which is forgotten after thirty days', async () => {
    const who = await affiliate(database, 'Otieno "Juma", Nairobi')
    const { orderId } = await referred(database, who, 4500)
    const shipped = await orderIn(database, 'shipped')
    const [order] = await rowsOf(database, sql`select to_jsonb(o) as row from orders o where id = ${orderId}`)
    const { snapshot_id, counts } = await clearUserData(boss(), yes)
    expect((await listSnapshots(boss()))[0]).toMatchObject({ id: snapshot_id, taken_by: amina.userId, counts })

    const kept = JSON.parse(await textOf(snapshot_id))
    expect(kept.counts).toEqual(counts)
    for (const [table, count] of Object.entries(counts)) expect(kept.tables[table], table).toHaveLength(count)
    // Also rows that go with an order without being named.
    expect(Object.keys(counts)).toEqual(expect.arrayContaining([...clearedTables, 'order_events', 'idempotency_keys']))
    expect(kept.tables.order_events.length).toBeGreaterThan(0)
    expect(kept.tables.orders).toContainEqual(order?.row)
    // Of a delivery all but the buyer's code.
    const ofDeliveries = await rowsOf<{ name: string }>(
      database,
      sql`select column_name as name from information_schema.columns where table_name = 'deliveries'`,
    )
    expect(Object.keys(kept.tables.deliveries.find(({ order_id }: { order_id: string }) => order_id === shipped.id)).sort()).toEqual(
      ofDeliveries.flatMap(({ name }) => (name === 'code' ? [] : [name])).sort(),
    )
    expect(kept.tables.profiles).toContainEqual({ id: who.userId, is_affiliate: true, affiliate_code: who.code, total_commission: 0 })
    expect(kept.tables.payment_attempts[0]).toMatchObject({ order_id: orderId })
    expect(await rowsOf(database, sql`select action from audit_log order by id desc limit 1`)).toEqual([{ action: 'snapshot fetched' }])

    await deleteExpiredRows(later(boss(), '29 days'))
    expect(await refusalOf(textOf(snapshot_id))).toBe('not refused')
    await deleteExpiredRows(later(boss(), '31 days'))
    expect(await refusalOf(textOf(snapshot_id))).toBe('snapshot_not_found')
    expect(await sizeOf(['data_snapshots', 'data_snapshot_rows'])).toEqual([0, 0])
  })

  it('keeps more rows than fit into one piece', async () => {
    const ids = Array.from({ length: 1203 }, (_, number) => `visitor-${number}`)
    const who = await affiliate(database)
    await database.db.execute(
      sql`insert into affiliate_clicks (affiliate_id, visitor_id) select ${who.userId}, v from unnest(${`{${ids.join(',')}}`}::text[]) v`,
    )
    const { snapshot_id } = await clearUserData(boss(), yes)
    const { tables } = JSON.parse(await textOf(snapshot_id))
    expect(tables.affiliate_clicks.map(({ visitor_id }: { visitor_id: string }) => visitor_id).sort()).toEqual(ids.sort())
  })

  it('puts money that comes late on the refund list, and asks no further', async () => {
    const late = await orderIn(database, 'awaiting_payment')
    await clearUserData(boss(), yes)
    const receipt = await tellPaid(late.ctx, late.attempt)
    expect((await listRefunds(boss())).data).toContainEqual(
      expect.objectContaining({ order_id: null, receipt, reason: 'late_payment', amount: 4500 }),
    )
    expect(await orderRow(database, late.id)).toBeUndefined()
  })

  it('leaves receipt, sum and dates of each payment findable, and the order by its link', async () => {
    const order = await orderIn(database, 'awaiting_payment')
    const receipt = await tellPaid(order.ctx, order.attempt)
    const unpaid = await orderIn(database, 'awaiting_payment')
    expect([await findPaymentsOfDeletedOrders(boss(), receipt), await findOrderDeletionTime(order.ctx, order.id)]).toEqual([[], null])
    await clearUserData(boss(), yes)

    const found = {
      id: order.attempt.id,
      order_id: order.id,
      short_code: order.id.slice(0, 8),
      receipt,
      amount: 4500,
      paid_at: expect.any(String),
      cleared_at: expect.any(String),
      refund: null,
    }
    for (const search of [receipt, receipt.toLowerCase(), order.id, order.id.slice(0, 8)])
      expect([search, await findPaymentsOfDeletedOrders(boss(), search)]).toEqual([search, [found]])
    expect(await findPaymentsOfDeletedOrders(boss(), 'TNOSUCHONE')).toEqual([])
    for (const ctx of [order.ctx, contextOn(database), boss()]) expect(await findOrderDeletionTime(ctx, order.id)).toMatch(/^\d{4}-/)
    expect(await findOrderDeletionTime(withOrderKey(contextOn(database), 'another key'), order.id)).toBeNull()
    for (const id of [randomUUID(), 'nonsense']) expect(await findOrderDeletionTime(contextOn(database), id)).toBeNull()
    expect(await findOrderDeletionTime(unpaid.ctx, unpaid.id)).toMatch(/^\d{4}-/)

    // Money that comes late, and goes back.
    const late = await tellPaid(unpaid.ctx, unpaid.attempt)
    expect(await findPaymentsOfDeletedOrders(boss(), late)).toMatchObject([
      { order_id: unpaid.id, amount: 4500, refund: { state: 'due', receipt: null } },
    ])
    const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where attempt_id = ${unpaid.attempt.id}`)
    await completeRefund(boss(), refund?.id as string, { receipt: 'TBACK00007' })
    expect(await findPaymentsOfDeletedOrders(boss(), 'TBACK00007')).toMatchObject([
      { receipt: late, refund: { state: 'done', receipt: 'TBACK00007' } },
    ])
    // A second clearing removes nothing of it.
    await clearUserData(boss(), yes)
    expect(await findPaymentsOfDeletedOrders(boss(), receipt)).toEqual([found])
  })

  it.each([undefined, 'delete', 'DELETE '])('is cancelled when %j is typed', async (confirmation) => {
    const { id } = await orderIn(database, 'awaiting_payment')
    expect(await refusalOf(clearUserData(boss(), { confirmation }))).toBe(confirmation === undefined ? 'bad_input' : 'clearing_cancelled')
    expect(await orderRow(database, id)).toMatchObject({ status: 'awaiting_payment' })
  })

  it('is refused while a payout is on its way by M-Pesa', async () => {
    const who = await affiliate(database)
    await earn(database, who, 300)
    const { id } = await requestPayout(as(contextOn(database), who), { amount: 100, ...details })
    await startB2cPayout(boss(), id)
    const refusal = await clearUserData(boss(), yes).catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'clearing_failed',
      message: 'Failed to clear data. Please try again. One payout is on the way by M-Pesa or waiting for a look: settle that first.',
    })
    expect((await countUserData(boss())).payouts).toBe(1)
    await database.db.execute(sql`
      update affiliate_payouts set status = 'failed', processed_at = now(), status_requested_at = now(), failure_reason = 'Told so', next_check_at = null, needs_review_at = null where id = ${id}`)
    await clearUserData(boss(), yes)
    await isEmpty()
  })

  it('changes nothing when it cannot be finished', async () => {
    const { id, shoe } = await orderIn(database, 'awaiting_payment')
    const counts = await sizeOf([...clearedTables, 'data_snapshots', 'data_snapshot_rows', 'audit_log'])
    await database.ownerDb.execute(sql`alter table audit_log add constraint no_clearing check (action <> 'user data cleared') not valid`)
    await expect(clearUserData(boss(), yes)).rejects.toThrow()
    await database.ownerDb.execute(sql`alter table audit_log drop constraint no_clearing`)
    expect(await sizeOf([...clearedTables, 'data_snapshots', 'data_snapshot_rows', 'audit_log'])).toEqual(counts)
    expect([await stockOf(database, shoe), (await orderRow(database, id)).status]).toEqual([9, 'awaiting_payment'])
  })
})

describe('orders that are paid and have not been shipped', () => {
  const refusalFacts = (call: Promise<unknown>) => call.catch(({ code, message, details }) => ({ code, message, ...details }))

  it('are cleared by nobody who has not the password: the refusal tells their number and sum', async () => {
    await clearUserData(boss(), yes)
    const sentAway = [await orderIn(database, 'shipped'), await orderIn(database, 'delivered'), await orderIn(database, 'cancelled')]
    await orderIn(database, 'awaiting_payment')
    expect(await countUnshipped(boss())).toEqual({ orders: 0, sum: 0 })
    await clearUserData(boss(), unproved)
    expect(await orderRow(database, sentAway[0]?.id as string)).toBeUndefined()

    const first = await orderIn(database, 'waiting_shipment')
    expect(await refusalFacts(clearUserData(boss(), unproved))).toMatchObject({
      code: 'clearing_unshipped',
      message: expect.stringContaining('One order of KSh 4,500 is paid and has not been shipped.'),
      facts: { orders: 1, sum: 4500 },
      fields: { password: 'Enter your password.' },
    })
    await orderIn(database, 'confirmed')
    expect(await refusalFacts(clearUserData(boss(), unproved))).toMatchObject({
      message: expect.stringContaining('2 orders of KSh 9,000 in all are paid and have not been shipped.'),
    })
    expect(await refusalOf(clearUserData(boss(), { ...yes, password: 'not-this-one' }))).toBe('wrong_password')
    expect(await refusalOf(clearUserData(boss(), { ...yes, password: '' }))).toBe('bad_input')
    expect(await orderRow(database, first.id)).toMatchObject({ status: 'waiting_shipment' })
    await clearUserData(boss(), yes)
    await isEmpty()
  })

  it('count when they are paid between the steps', async () => {
    const { id, ctx, attempt } = await orderIn(database, 'awaiting_payment')
    expect(await countUnshipped(boss())).toEqual({ orders: 0, sum: 0 })
    let clearing: Promise<string> | undefined
    const begin = async () => {
      clearing = refusalOf(clearUserData(boss(), unproved))
    }
    // It begins while the payment is under way, and waits for it.
    await meanwhile(database, sql`select from orders where id = ${id} for update`, [() => tellPaid(ctx, attempt)], begin)
    expect(await clearing).toBe('clearing_unshipped')
    expect(await orderRow(database, id)).toMatchObject({ status: 'waiting_shipment' })
    await clearUserData(boss(), yes)
  })

  it('take a code as well, once, where the account has a second factor', async () => {
    const who = await entered(database, { isAdmin: true })
    const { uri } = await beginSecondFactor(as(contextOn(database), who.actor), { password: goodPassword }, device)
    const confirmed = await confirmSecondFactor(as(contextOn(database), who.actor), { code: codeOf(uri) }, device)
    const found = await findActor(contextOn(database), confirmed.token)
    const ctx = contextOn(database, { actor: { ...who.actor, ...found } as Entered['actor'] })
    const { id } = await orderIn(database, 'waiting_shipment')
    expect(await refusalFacts(clearUserData(ctx, unproved))).toMatchObject({
      fields: { password: expect.any(String), code: 'Enter a code of your app, or one from paper.' },
    })
    expect(await refusalFacts(clearUserData(ctx, yes))).toMatchObject({
      code: 'bad_input',
      fields: { code: 'Enter a code of your app, or one from paper.' },
    })
    expect(await refusalOf(clearUserData(ctx, { ...yes, code: '000000' }))).toBe('wrong_code')
    expect(await orderRow(database, id)).toMatchObject({ status: 'waiting_shipment' })
    await clearUserData(ctx, { ...yes, code: codeOf(uri, 1) })
    await isEmpty()
  })
})

describe('while the shop is open', () => {
  it('is told to others until it is over, and by nothing else that happens to orders', async () => {
    const seen: boolean[] = []
    const look = async () => seen.push(await isClearing(boss()))
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select from orders for update`)
      await look()
    })
    const base = boss()
    const db = new Proxy(base.db, {
      get: (target, name) =>
        name === 'transaction'
          ? (work: (tx: typeof base.db) => Promise<unknown>) =>
              target.transaction(async (tx) => {
                const done = await work(tx)
                await look()
                return done
              })
          : Reflect.get(target, name),
    })
    await clearUserData({ ...base, db }, yes)
    await look()
    expect(seen).toEqual([false, true, false])
  })

  it('clears each order whole or not at all, and loses no money, however much is going on', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 200 } })
    const who = await affiliate(database)
    await earn(database, who, 500)
    const early = await Promise.all(Array.from({ length: 8 }, () => placed(contextOn(database), shoe, { affiliate_code: who.code })))
    const receipts = new Set<string>()
    const work = [
      ...early.map(async (order) => receipts.add(await tellPaid(order.ctx, order.attempt))),
      // A buyer whose order is cleared while they check out is told to try again; money that their phone pays all the same is in the books as well.
      ...Array.from({ length: 8 }, async () => {
        const [ctx, customer_phone] = [contextOn(database), newPhone()]
        expect(['not refused', 'unavailable']).toContain(await refusalOf(placed(ctx, shoe, { customer_phone })))
        for (const attempt of await promptsTo(customer_phone)) receipts.add(await tellPaid(ctx, attempt))
      }),
      refusalOf(requestPayout(as(contextOn(database), who), { amount: 100, ...details })).then((code) =>
        expect(['not refused', 'payout_refused', 'payout_not_found']).toContain(code),
      ),
      ...Array.from({ length: 2 }, () => clearUserData(boss(), yes)),
    ]
    await Promise.all(work)

    const left = await rowsOf<{ id: string; lines: number; events: number; attempts: number }>(
      database,
      sql`select o.id, (select count(*)::integer from order_items where order_id = o.id) as lines, (select count(*)::integer from order_events where order_id = o.id) as events,
        (select count(*)::integer from payment_attempts where order_id = o.id) as attempts from orders o`,
    )
    for (const order of left) expect(order).toMatchObject({ lines: 1, attempts: 1 })
    // Each payment is in the books: for an order, for one that was cleared after it was paid, or on its way back.
    const kept = await rowsOf<{ receipt: string }>(database, sql`select receipt from payment_attempts where state = 'paid' and receipt is not null`)
    for (const receipt of receipts) expect(kept.map((row) => row.receipt)).toContain(receipt)
    expect(
      await rowsOf(database, sql`select id from affiliate_commissions c where not exists (select from orders o where o.id = c.order_id)`),
    ).toEqual([])
  })

  it('tells a buyer whose order is cleared while M-Pesa is asked to try again, and takes the next press for a new order', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 5 } })
    const [ctx, press] = [contextOn(database), orderOf(shoe)]
    ctx.mpesa.onPrompt(async () => {
      await clearUserData(boss(), yes)
      return accepted()
    })
    expect(await placeOrder(ctx, press).catch((error) => error)).toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } })
    await isEmpty()
    expect(await stockOf(database, shoe)).toBe(5)
    const [first] = await promptsTo(press.customer_phone)
    const { order } = await placeOrder(ctx, press)
    expect(order).toMatchObject({ status: 'awaiting_payment', lines: [{ quantity: 1 }] })
    expect([await stockOf(database, shoe), ctx.mpesa.prompts.length]).toEqual([4, 2])
    await tellPaid(ctx, first as AttemptFacts)
    expect(await rowsOf(database, sql`select order_id, reason from refunds where attempt_id = ${first?.id}`)).toEqual([
      { order_id: null, reason: 'late_payment' },
    ])
  })

  it('lets two who press at once clear once', async () => {
    await orderIn(database, 'waiting_shipment')
    const [one, other] = await Promise.all([clearUserData(boss(), yes), clearUserData(boss(), yes)])
    expect([one.counts.orders, other.counts.orders].sort().at(0)).toBe(0)
    await isEmpty()
  })
})
