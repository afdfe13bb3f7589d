import { expect, it } from 'vitest'
import { paymentMoves } from '#domain/order.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'
import { orderIn, orderRow, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()

it('moves a discarded order only when it is paid, and then it is an order again', async () => {
  const { ctx, id, attempt } = await orderIn(database, 'discarded')
  const before = await orderRow(ctx, id)
  expect(await transitionOrder(ctx.db, ctx, id, paymentMoves.promptSent)).toBe(false)
  expect(await orderRow(ctx, id)).toEqual(before)
  await tellPaid(ctx, attempt)
  expect(await orderRow(ctx, id)).toMatchObject({ status: 'waiting_shipment', discarded_at: null })
})
