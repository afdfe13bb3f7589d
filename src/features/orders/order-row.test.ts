import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { OptionKind } from '#domain/delivery-options.ts'
import type { OrderStatus } from '#domain/order.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { getOrderRow } from '#features/orders/get-order.ts'
import { countOpenWork } from '#features/orders/list-work.ts'
import { admin, contextOn, orderIn } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const desk = () => contextOn(database, { actor: admin })

/** An order that was found late in this status. */
async function late(status: OrderStatus, kind: OptionKind = 'door') {
  const { id } = await orderIn(database, status)
  await database.ownerDb.execute(sql`update orders set late_at = '2026-11-21 08:00:00+00', delivery_kind = ${kind} where id = ${id}`)
  return id
}
const lateAt = async (id: string) => (await getOrderRow(desk(), id)).late_at
const sinceThen = '2026-11-21T08:00:00.000Z'

it.each<[OrderStatus, OptionKind, string | null]>([
  ['waiting_shipment', 'door', sinceThen],
  ['waiting_shipment', 'pickup', sinceThen],
  ['awaiting_shipment', 'stage', sinceThen],
  ['shipped', 'door', sinceThen],
  ['shipped', 'pickup', null],
  ['shipped', 'collect', null],
  ['shipped', 'stage', null],
  ['delivered', 'door', null],
  ['cancelled', 'door', null],
])('an order that was late is late while it has not come: %s, %s', async (status, kind, expected) => {
  const { late: before } = await countOpenWork(desk())
  const id = await late(status === 'cancelled' ? 'waiting_shipment' : status, kind)
  if (status === 'cancelled') await changeStatus(desk(), id, { status, reason: 'Asked for' })
  expect(await lateAt(id)).toBe(expected)
  expect((await countOpenWork(desk())).late - before).toBe(expected === null ? 0 : 1)
})

it('an order that a courier carries is late no more; that it carries another changes nothing', async () => {
  const [carried, other] = [await late('waiting_shipment'), await late('waiting_shipment')]
  await changeStatus(desk(), carried, { status: 'shipped', courier: 'Easy Coach' })
  await changeStatus(desk(), other, { status: 'shipped' })
  expect([await lateAt(carried), await lateAt(other)]).toEqual([null, sinceThen])
})
