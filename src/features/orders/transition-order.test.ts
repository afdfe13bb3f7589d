import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { paymentMoves } from '#domain/order.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'
import { admin, as, orderIn, orderRow, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'

const database = useDatabase()

it('moves a discarded order only when it is paid, and then it is an order again', async () => {
  const { ctx, id, attempt } = await orderIn(database, 'discarded')
  const before = await orderRow(ctx, id)
  expect(await transitionOrder(ctx.db, ctx, id, paymentMoves.promptSent)).toBe(false)
  expect(await orderRow(ctx, id)).toEqual(before)
  await tellPaid(ctx, attempt)
  expect(await orderRow(ctx, id)).toMatchObject({ status: 'waiting_shipment', discarded_at: null })
})

it('writes into the order’s story what is known of the move, or else its reason', async () => {
  const { ctx, id } = await orderIn(database, 'confirmed')
  await changeStatus(as(ctx, admin), id, { status: 'cancelled', reason: 'Asked for' })
  expect(await rowsOf(database, sql`select to_status, note from order_events where order_id = ${id} order by id offset 1`)).toEqual([
    { to_status: 'confirmed', note: 'Payment assumed' },
    { to_status: 'cancelled', note: 'Asked for' },
  ])
})

it('makes one of two moves that come at the same instant: the other finds the order moved', async () => {
  const { ctx, id } = await orderIn(database, 'pending')
  const move = { from: ['pending'], to: 'awaiting_payment' } as const
  const moved: boolean[] = []
  const make = async (on = ctx) => void moved.push(await transitionOrder(on.db, on, id, move))
  await meanwhile(
    database,
    (inside) => make({ ...ctx, ...inside }),
    [make],
    async () => {},
  )
  expect(moved).toEqual([true, false])
  expect(await rowsOf(database, sql`select to_status from order_events where order_id = ${id} order by id offset 1`)).toEqual([
    { to_status: 'awaiting_payment' },
  ])
})
