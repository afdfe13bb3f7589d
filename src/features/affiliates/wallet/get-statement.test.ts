import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { getBalance } from '#features/affiliates/wallet/balance.ts'
import { getStatement, statementCsv } from '#features/affiliates/wallet/get-statement.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { refusalOf as problemOf } from '../../../../test/accounts.ts'
import { affiliate, boss, earn } from '../../../../test/affiliates.ts'
import { as, contextOn, later, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { payoutDetails, pendingPayout } from '../../../../test/payout-scene.ts'
import { newReceipt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const ctx = () => contextOn(database)

describe('the statement', () => {
  it('tells every move, and ends with the balance', async () => {
    const who = await affiliate(database)
    const admin = as(ctx(), await boss(database))
    const mine = as(ctx(), who)
    const { orderId } = await earn(database, who, 300)
    const one = await requestPayout(mine, { amount: 100, ...payoutDetails })
    await rejectPayout(admin, one.id, { reason: '=cmd|' })
    const two = await requestPayout(mine, { amount: 300, ...payoutDetails })
    await completePayout(admin, two.id, { receipt: 'TAAAA11111' })
    await changeStatus(admin, orderId, { status: 'cancelled', reason: 'Came back' })
    const statement = await getStatement(mine)
    expect(statement.rows.map(({ kind, text, amount, balance }) => [kind, text.replace(/^Order .*/, 'Order'), amount, balance])).toEqual([
      ['commission approved', 'Order', 300, 300],
      ['payout requested', 'To M-Pesa', -100, 200],
      ['payout returned', '=cmd|', 100, 300],
      ['payout requested', 'To M-Pesa', -300, 0],
      ['payout paid', 'M-Pesa receipt TAAAA11111', 0, 0],
      ['commission taken back', 'Order', -300, -300],
    ])
    expect(statement).toMatchObject({ opening: 0, closing: -300 })
    expect((await getBalance(mine)).available_balance).toBe(statement.closing)
    const csv = statementCsv(statement)
    expect(csv).toMatch(/^\uFEFFTime,What,Details,KSh,Balance\r\n,opening balance,,,0\r\n/)
    expect(csv).toContain(`"'=cmd|",100,300`)
    expect(await getStatement(mine, { from: '2090-01-01' })).toMatchObject({ opening: -300, closing: -300, rows: [] })
    expect(await getStatement(mine, { to: '2020-01-01' })).toMatchObject({ opening: 0, closing: 0, rows: [] })
    expect(await problemOf(getStatement(mine, { from: 'yesterday' }))).toBe('bad_input')
    expect(await problemOf(getStatement(ctx()))).toBe('signed_out')
  })

  it('says tomorrow what it says today, whatever becomes of the orders and payouts it tells of', async () => {
    const who = await affiliate(database)
    const admin = as(ctx(), await boss(database))
    const mine = as(ctx(), who)
    const { orderId, commissionId } = await earn(database, who, 300)
    const printed = [await getStatement(mine)]
    const print = async () => {
      const now = await getStatement(mine)
      expect(now.closing).toBe((await getBalance(mine)).available_balance)
      for (const before of printed) expect(now.rows.slice(0, before.rows.length)).toEqual(before.rows)
      printed.push(now)
    }
    await changeStatus(admin, orderId, { status: 'cancelled', reason: 'Came back' })
    await print()
    // It comes back, and is approved anew: its earlier entries stay.
    await recordPayment(admin, orderId, { receipt: newReceipt() })
    await print()
    await changeCommission(admin, commissionId, { status: 'approved' })
    await print()
    const { id } = await requestPayout(mine, { amount: 200, ...payoutDetails })
    await print()
    await changeStatus(admin, orderId, { status: 'cancelled', reason: 'Came back' })
    await print()
    await recordPayment(admin, orderId, { receipt: newReceipt() })
    await print()
    await completePayout(admin, id, { receipt: newReceipt() })
    await print()
    expect(printed.at(-1)?.rows.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['commission approved', 300],
      ['commission rejected', 0],
      ['commission approved', 300],
      ['payout requested', 100],
      ['commission taken back', -200],
      ['commission given back', 100],
      ['payout paid', 100],
    ])
  })

  it('keeps yesterday’s closing balance, also from what began yesterday and had to wait', async () => {
    const scene = await pendingPayout(database)
    const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
    const tomorrow = new Date(Date.now() + 27 * 3_600_000).toISOString().slice(0, 10)
    const yesterday = await getStatement(scene.mine, { to: today })
    await rejectPayout(later(scene.admin, '1 day'), scene.id, {})
    // An entry with an older time than the entries that exist already.
    await earn(database, scene, 100)
    expect(await getStatement(scene.mine, { to: today })).toEqual(yesterday)
    const next = await getStatement(scene.mine, { from: tomorrow })
    expect(next.opening).toBe(yesterday.closing)
    expect(next.rows.map(({ kind }) => kind)).toEqual(['payout returned', 'commission approved'])
  })

  it('waits for whoever is about to write', async () => {
    const scene = await pendingPayout(database)
    let statement: Awaited<ReturnType<typeof getStatement>> | null = null
    let reading: Promise<unknown> = Promise.resolve()
    await database.db.transaction(async (tx) => {
      await rejectPayout({ ...scene.admin, db: tx }, scene.id, {})
      reading = getStatement(scene.mine).then((read) => {
        statement = read
      })
      await expect
        .poll(
          async () => (await rowsOf(database, sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'`)).length,
        )
        .toBeGreaterThan(0)
      expect(statement).toBeNull()
    })
    await reading
    expect(statement).toMatchObject({ closing: 300 })
  })
})

describe('the entries behind it', () => {
  it('come one after the other, also of acts that come at once', async () => {
    const who = await affiliate(database)
    const orders = await Promise.all(Array.from({ length: 8 }, () => earn(database, who, 10)))
    const admin = as(ctx(), await boss(database))
    await Promise.all(orders.slice(0, 4).map(({ orderId }) => changeStatus(admin, orderId, { status: 'cancelled', reason: 'Came back' })))
    const { rows, closing } = await getStatement(as(ctx(), who))
    expect([rows.length, closing]).toEqual([12, 40])
  })

  it('survive the books: what is cleared is taken out of the balance, and stays written', async () => {
    const scene = await pendingPayout(database)
    await database.ownerDb.execute(sql`delete from affiliate_payouts where affiliate_id = ${scene.mine.actor.userId}`)
    await database.ownerDb.execute(sql`delete from affiliate_commissions where affiliate_id = ${scene.mine.actor.userId}`)
    const { rows, closing } = await getStatement(scene.mine)
    expect([rows.map(({ kind, amount }) => [kind, amount]), closing]).toEqual([
      [
        ['commission approved', 300],
        ['payout requested', -300],
        ['cleared', 300],
        ['cleared', -300],
      ],
      0,
    ])
    // Invariant C4 wants a commission for every paid amount.
    await database.ownerDb.execute(sql`update orders set affiliate_id = null where affiliate_id = ${scene.mine.actor.userId}`)
  })
})
