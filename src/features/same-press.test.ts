import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { cancelPayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { exportBatch, takeBackBatch } from '#features/affiliates/wallet/export-batch.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { sendPayouts } from '#features/affiliates/wallet/send-payouts.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { refusalOf } from '../../test/accounts.ts'
import { affiliate, boss, earn, referred } from '../../test/affiliates.ts'
import { as, contextOn, orderIn, rowsOf, tellPaid } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import { payoutDetails, pendingPayout } from '../../test/payout-scene.ts'
import { newReceipt } from '../../test/scripted-mpesa.ts'

const database = useDatabase()
const asBoss = async () => as(contextOn(database), await boss(database))
const audited = (id: string) => sql`select action from audit_log where row_id = ${id} or after @> ${JSON.stringify({ ids: [id] })}::jsonb`
const moves = (orderId: string) =>
  sql`select to_status from order_events where order_id = ${orderId} and to_status not in ('pending', 'awaiting_payment')`

interface Press {
  press: () => Promise<unknown>
  /** The number of rows that the press created: one. */
  effect: ReturnType<typeof sql>
}

/** Every form that moves money (promises §2, P2). */
const presses: Record<string, () => Promise<Press>> = {
  'a request of a payout': async () => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const [mine, key] = [as(contextOn(database), who), randomUUID()]
    return {
      press: () => requestPayout(mine, { amount: 100, ...payoutDetails }, key),
      effect: sql`select from affiliate_payouts where affiliate_id = ${who.userId}`,
    }
  },
  'its cancellation': async () => {
    const { mine, id } = await pendingPayout(database)
    return { press: () => cancelPayout(mine, id), effect: sql`select from wallet_entries where payout_id = ${id} and kind = 'payout returned'` }
  },
  'Mark Paid': async () => {
    const { admin, id } = await pendingPayout(database)
    const receipt = newReceipt()
    return { press: () => completePayout(admin, id, { receipt }), effect: audited(id) }
  },
  'Pay by M-Pesa': async () => {
    const { admin, id } = await pendingPayout(database)
    return { press: () => completePayout(admin, id, {}), effect: audited(id) }
  },
  'Pay selected by M-Pesa': async () => {
    const { admin, id } = await pendingPayout(database)
    return { press: () => sendPayouts(admin, { payout_ids: [id] }), effect: audited(id) }
  },
  'Reject of a payout': async () => {
    const { admin, id } = await pendingPayout(database)
    return { press: () => rejectPayout(admin, id, { reason: 'Wrong number' }), effect: audited(id) }
  },
  'a batch to pay by hand': async () => {
    const { admin, id } = await pendingPayout(database)
    const key = randomUUID()
    return { press: () => exportBatch(admin, { payout_ids: [id] }, key), effect: audited(id) }
  },
  'Take back from a list': async () => {
    const { admin, id } = await pendingPayout(database)
    await exportBatch(admin, { payout_ids: [id] })
    return {
      press: () => takeBackBatch(admin, { payout_ids: [id] }),
      effect: sql`select from audit_log where action = 'payouts taken back' and after @> ${JSON.stringify({ ids: [id] })}::jsonb`,
    }
  },
  'Record payment': async () => {
    const { id } = await orderIn(database, 'awaiting_payment')
    const [desk, receipt] = [await asBoss(), newReceipt()]
    return { press: () => recordPayment(desk, id, { receipt }), effect: audited(id) }
  },
  'Confirm Order': async () => {
    const { id } = await orderIn(database, 'pending')
    const desk = await asBoss()
    return { press: () => changeStatus(desk, id, { status: 'confirmed' }), effect: moves(id) }
  },
  'Cancel of a paid order': async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    const desk = await asBoss()
    const press = async () => {
      // The second press also says that nothing changed.
      const { unchanged: _, ...order } = await changeStatus(desk, id, { status: 'cancelled', reason: 'A test' })
      return order
    }
    return { press, effect: sql`select from refunds where order_id = ${id}` }
  },
  'Refund done': async () => {
    const order = await orderIn(database, 'waiting_shipment')
    const [desk, receipt] = [await asBoss(), newReceipt()]
    await changeStatus(desk, order.id, { status: 'cancelled', reason: 'A test' })
    const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where order_id = ${order.id}`)
    const id = refund?.id as string
    return { press: () => completeRefund(desk, id, { receipt }), effect: audited(id) }
  },
  'Approve of a commission': async () => {
    const { ctx, attempt, commissionId } = await referred(database, await affiliate(database))
    await tellPaid(ctx, attempt)
    const desk = await asBoss()
    return { press: () => changeCommission(desk, commissionId, { status: 'approved' }), effect: audited(commissionId) }
  },
}

describe('a form that moves money', () => {
  it.each(Object.entries(presses))('does it once, and answers the same: %s', async (_, make) => {
    const { press, effect } = await make()
    const first = await press()
    expect([await press(), await press()]).toEqual([first, first])
    expect(await rowsOf(database, effect)).toHaveLength(1)
  })

  it.each(Object.entries(presses))('does it once of ten at once: %s', async (_, make) => {
    const { press, effect } = await make()
    const answers = await Promise.all(Array.from({ length: 10 }, press))
    expect(answers).toEqual(Array(10).fill(answers[0]))
    expect(await rowsOf(database, effect)).toHaveLength(1)
  })
})

describe('the key of a request', () => {
  it('is for one request: another amount or number under it is refused, and what stands stays', async () => {
    const who = await affiliate(database)
    await earn(database, who, 450)
    const [mine, key] = [as(contextOn(database), who), randomUUID()]
    const made = await requestPayout(mine, { amount: 100, ...payoutDetails }, key)
    expect(await refusalOf(requestPayout(mine, { amount: 200, ...payoutDetails }, key))).toBe('made_already')
    expect(await refusalOf(requestPayout(mine, { amount: 100, ...payoutDetails, mpesa_phone_number: '0799999999' }, key))).toBe('made_already')
    expect(await refusalOf(requestPayout(mine, { amount: 100, ...payoutDetails }, randomUUID()))).toBe('payout_open')
    await cancelPayout(mine, made.id)
    expect(await requestPayout(mine, { amount: 100, ...payoutDetails }, key), 'whatever has become of it').toMatchObject({
      id: made.id,
      status: 'rejected',
    })
  })

  it('is the affiliate’s own', async () => {
    const key = randomUUID()
    const ids = await Promise.all(
      [await affiliate(database), await affiliate(database)].map(async (who) => {
        await earn(database, who, 450)
        return (await requestPayout(as(contextOn(database), who), { amount: 100, ...payoutDetails }, key)).id
      }),
    )
    expect(new Set(ids).size).toBe(2)
  })
})

describe('the key of a batch', () => {
  it('answers the list that it made, less what was paid since, and nothing that came later', async () => {
    const [one, two] = [await pendingPayout(database), await pendingPayout(database)]
    const key = randomUUID()
    const made = await exportBatch(one.admin, {}, key)
    expect(made.rows.map(({ payout_id }) => payout_id)).toEqual(expect.arrayContaining([one.id, two.id]))
    await completePayout(one.admin, one.id, { receipt: newReceipt() })
    const late = await pendingPayout(database)
    const again = (await exportBatch(one.admin, {}, key)).rows.map(({ payout_id }) => payout_id)
    expect(again).toEqual(made.rows.map(({ payout_id }) => payout_id).filter((id) => id !== one.id))
    expect(again).not.toContain(late.id)
    expect((await exportBatch(one.admin, {}, randomUUID())).rows.map(({ payout_id }) => payout_id)).toEqual([late.id])
  })
})
