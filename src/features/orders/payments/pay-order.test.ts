import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeStatus } from '#features/orders/change-status.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import {
  admin,
  as,
  attemptOf,
  clearDesk,
  contextOn,
  later,
  orderIn,
  orderRow,
  placed,
  putOnShelf,
  refundsOf,
  stockOf,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'

const database = useDatabase()
beforeEach(() => clearDesk(database))
const sellOut = (sizeId: string | undefined) =>
  database.db.execute(
    sql`insert into stock_movements (product_size_id, delta, reason) select id, -stock, 'manual' from product_size where id = ${sizeId}`,
  )

describe('money that comes for an order that is', () => {
  it.each([
    ['pending', 'waiting_shipment', 9, []],
    ['awaiting_payment', 'waiting_shipment', 9, []],
    ['payment_failed', 'waiting_shipment', 9, []],
    ['buyer_not_paid', 'waiting_shipment', 9, []],
    ['discarded', 'waiting_shipment', 9, []],
    ['confirmed', 'confirmed', 9, []],
    ['cancelled', 'cancelled', 10, ['cancelled']],
  ] as const)('%s', async (status, becomes, stock, refunds) => {
    const { ctx, id, attempt, shoe } = await orderIn(database, status)
    const other = await orderIn(database, 'confirmed')
    const otherRow = await orderRow(ctx, other.id)
    const receipt = await tellPaid(ctx, attempt)
    const row = await orderRow(ctx, id)
    expect(row).toMatchObject({ status: becomes, payment_assumed: false, discarded_at: null })
    expect(row.mpesa_receipt_number).toBe(refunds.length > 0 ? null : receipt)
    expect([await stockOf(ctx, shoe), (await refundsOf(ctx, id)).map(({ reason }) => reason)]).toEqual([stock, refunds])
    expect(await attemptOf(ctx, id)).toMatchObject({ state: 'paid', receipt })
    await tellPaid(ctx, attempt, { receipt })
    expect((await refundsOf(ctx, id)).length, 'told again it changes nothing').toBe(refunds.length)
    expect(await orderRow(ctx, other.id)).toEqual(otherRow)
  })

  it.each([
    ['buyer_not_paid', null],
    ['discarded', expect.any(String)],
  ] as const)('%s, when its pair has been sold to somebody else, goes back', async (status, discarded) => {
    const { ctx, id, attempt, shoe } = await orderIn(database, status)
    const before = (await orderRow(ctx, id)).status
    await sellOut(shoe.sizes['40'])
    await tellPaid(ctx, attempt)
    expect(await orderRow(ctx, id)).toMatchObject({ status: before, paid_at: null, discarded_at: discarded })
    expect([await stockOf(ctx, shoe), await refundsOf(ctx, id)]).toEqual([0, [{ reason: 'late_payment', amount: '4500.00' }]])
  })

  it('expired, when only one of its two sizes is left, goes back and takes neither', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 1, '41': 5 } })
    const { ctx, id, attempt } = await placed(contextOn(database), [
      [shoe, '40', 1],
      [shoe, '41', 2],
    ])
    await expireOrders(later(ctx, '31 minutes'))
    await sellOut(shoe.sizes['40'])
    await tellPaid(ctx, attempt)
    expect([await stockOf(ctx, shoe, '40'), await stockOf(ctx, shoe, '41'), (await refundsOf(ctx, id)).length]).toEqual([0, 5, 1])
  })

  it('confirmed and then cancelled goes back, although it had been assumed', async () => {
    const { ctx, id, attempt } = await orderIn(database, 'confirmed')
    await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Never came' })
    await tellPaid(ctx, attempt)
    expect([(await orderRow(ctx, id)).status, await refundsOf(ctx, id)]).toEqual(['cancelled', [{ reason: 'cancelled', amount: '4500.00' }]])
  })
})
