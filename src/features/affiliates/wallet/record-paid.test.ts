import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { commissionRowOf, earn } from '../../../../test/affiliates.ts'
import { rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { pendingPayout } from '../../../../test/payout-scene.ts'
import { newReceipt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()

/** A request for all of a commission of KSh 300 whose order was cancelled then, and a newer commission of KSh 400. */
async function takenBack() {
  const scene = await pendingPayout(database)
  const [sold] = await rowsOf<{ id: string }>(
    database,
    sql`select order_id as id from affiliate_commissions where affiliate_id = ${scene.mine.actor.userId}`,
  )
  const older = sold?.id as string
  await changeStatus(scene.admin, older, { status: 'cancelled', reason: 'Sent back' })
  const newer = (await earn(database, scene, 400)).orderId
  const partsOn = (order: string) =>
    rowsOf(
      database,
      sql`select d.amount from commission_deductions d join affiliate_commissions c on c.id = d.commission_id
        where c.order_id = ${order} and d.payout_id = ${scene.id}`,
    )
  return { scene, older, newer, partsOn }
}

it('a payout is paid on the newer commission while the older one is taken back', async () => {
  const { scene, older, newer, partsOn } = await takenBack()
  await completePayout(scene.admin, scene.id, { receipt: newReceipt() })
  expect([await partsOn(older), await partsOn(newer)]).toEqual([[], [{ amount: '300.00' }]])
})

it('a payout is paid on the older commission again once it was given back', async () => {
  const { scene, older, newer, partsOn } = await takenBack()
  await recordPayment(scene.admin, older, { receipt: newReceipt() })
  await completePayout(scene.admin, scene.id, { receipt: newReceipt() })
  expect([await partsOn(older), await partsOn(newer)]).toEqual([[{ amount: '300.00' }], []])
  expect(await commissionRowOf(database, older)).toMatchObject({ status: 'paid', paid_out: true })
  expect(await commissionRowOf(database, newer)).toMatchObject({ status: 'approved', paid_out: false })
})
