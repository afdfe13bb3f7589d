import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { requestPayment } from '#features/orders/checkout/request-payment.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { affiliate, boss, referred } from '../../../test/affiliates.ts'
import { as, attemptOf, contextOn, newPhone, orderIn, orderRow, refundsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()

it('of two payments that come for one order at once, one pays it and the other goes back', async () => {
  // A referred order, which is paid step by step.
  const { orderId, ctx, attempt } = await referred(database, await affiliate(database))
  await requestPayment(ctx, orderId, { phone: newPhone() })
  const second = await attemptOf(database, orderId)
  expect(second.id).not.toBe(attempt.id)
  // Each in a process of its own.
  const both = [attempt, second].map((each) => () => tellPaid({ ...ctx, db: new Proxy(ctx.db, {}) }, each))
  await meanwhile(database, sql`select from orders where id = ${orderId} for update`, both, async () => {})
  expect((await orderRow(database, orderId)).status).toBe('waiting_shipment')
  expect(await refundsOf(database, orderId)).toEqual([{ reason: 'double_payment', amount: '4500.00' }])
})

it('a locked order tells whether an admin recorded a payment', async () => {
  const { id } = await orderIn(database, 'awaiting_payment')
  const isRecorded = () => database.db.transaction(async (tx) => (await lockOrder(tx, id))?.isRecorded)
  expect(await isRecorded()).toBe(false)
  await recordPayment(as(contextOn(database), await boss(database)), id, { receipt: newReceipt() })
  expect(await isRecorded()).toBe(true)
})
