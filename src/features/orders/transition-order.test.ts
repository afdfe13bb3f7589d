import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '#db/client.ts'
import { refusalOf } from '#db/errors.ts'
import { paymentMoves } from '#domain/order.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'
import { affiliate, referred } from '../../../test/affiliates.ts'
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

it('writes into the order’s story which rider handed it over', async () => {
  const { ctx, id } = await orderIn(database, 'shipped')
  const riderDay = randomUUID()
  await database.db.execute(
    sql`insert into rider_days (id, name, phone, day, token_hash) values (${riderDay}, 'Otieno', '254722111222', current_date, repeat('x', 43))`,
  )
  await database.db.execute(
    sql`insert into deliveries (order_id, code, rider_day_id, handed_over_at) values (${id}, '4821', ${riderDay}, now())
      on conflict (order_id) do update set rider_day_id = excluded.rider_day_id, handed_over_at = excluded.handed_over_at`,
  )
  expect(await transitionOrder(ctx.db, ctx, id, { from: ['shipped'], to: 'delivered' }, { riderDay })).toBe(true)
  expect(await rowsOf(database, sql`select to_status, rider_day_id from order_events where order_id = ${id} order by id desc limit 1`)).toEqual([
    { to_status: 'delivered', rider_day_id: riderDay },
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

it.each([
  ['40001', 'stops the move, which its caller tries again'],
  ['57P03', 'stops the move, which its caller tries again'],
  ['23514', 'is logged, and the order moves'],
])('a commission that fails with %s %s', async (code, becomes) => {
  const order = await referred(database, await affiliate(database))
  await tellPaid(order.ctx, order.attempt)
  const fails = { ...order.ctx.services.effects, orderChanged: async (tx: Database) => void (await tx.execute(failure(code))) }
  const ctx = { ...order.ctx, services: { ...order.ctx.services, effects: fails } }
  const move = ctx.db.transaction((tx) => transitionOrder(tx, ctx, order.orderId, { from: ['waiting_shipment'], to: 'shipped' }))
  if (becomes.startsWith('stops')) {
    await expect(move).rejects.toSatisfy((error) => refusalOf(error)?.code === code)
    expect(await orderRow(ctx, order.orderId)).toMatchObject({ status: 'waiting_shipment' })
    return
  }
  expect(await move).toBe(true)
  expect(await orderRow(ctx, order.orderId)).toMatchObject({ status: 'shipped' })
  expect(order.ctx.logged).toContainEqual({
    level: 'error',
    message: 'the commission was not brought in line with its order',
    facts: { order: order.orderId, error: expect.anything() },
  })
})

it('says in the log that a commission follows its order', async () => {
  const { ctx, attempt, orderId } = await referred(database, await affiliate(database))
  await tellPaid(ctx, attempt)
  ctx.logged.length = 0
  await ctx.db.transaction((tx) => transitionOrder(tx, ctx, orderId, { from: ['waiting_shipment'], to: 'shipped' }))
  expect(ctx.logged.map(({ message, facts }) => [message, facts])).toEqual([
    ['order moved', { order: orderId, status: 'shipped' }],
    ['commission brought in line with its order', { order: orderId }],
  ])
})

const failure = (code: string) => sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
