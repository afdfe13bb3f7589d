import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import type { WorkQueue } from '#domain/open-work.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { getOrderRow } from '#features/orders/get-order.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { countOpenWork, listPackingSlips, listWork } from '#features/orders/list-work.ts'
import { packOrders } from '#features/orders/order-operations.ts'
import { recordPayment } from '#features/orders/payments/record-payment.ts'
import { admin, contextOn, orderIn, placed, putOnShelf, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const problem = (code: string) => expect.objectContaining({ code })
const desk = () => contextOn(database, { actor: admin })
const packedAt = async (id: string) => (await listOrders(desk(), { search: id })).data[0]?.packed_at
const auditOf = (id: string) =>
  rowsOf<{ action: string }>(
    database,
    sql`select action from audit_log where row_id = ${id} and action in ('order packed', 'order unpacked') order by id`,
  )

describe('packing orders', () => {
  it('is a time and not a status, is taken back, and is written to the audit log once', async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    const story = () => rowsOf(database, sql`select id from order_events where order_id = ${id}`)
    const before = await story()
    expect(await packOrders(desk(), { ids: [id], packed: true })).toMatchObject([{ id, status: 'waiting_shipment', error: null }])
    const first = await packedAt(id)
    expect(first).toEqual(expect.any(String))
    // The same press again, and in another tab at the same time.
    await Promise.all([1, 2].map(() => packOrders(desk(), { ids: [id], packed: true })))
    expect(await packedAt(id)).toBe(first)
    await packOrders(desk(), { ids: [id], packed: false })
    expect(await packedAt(id)).toBeNull()
    expect(await auditOf(id)).toEqual([{ action: 'order packed' }, { action: 'order unpacked' }])
    expect(await story()).toEqual(before)
  })

  it('is for paid orders that are still in the shop, each for itself', async () => {
    const [paid, unpaid, shipped] = [
      await orderIn(database, 'confirmed'),
      await orderIn(database, 'awaiting_payment'),
      await orderIn(database, 'shipped'),
    ]
    const nowhere = randomUUID()
    expect(await packOrders(desk(), { ids: [paid.id, unpaid.id, shipped.id, nowhere], packed: true })).toMatchObject([
      { status: 'confirmed' },
      { code: 'order_locked' },
      { code: 'order_locked' },
      { code: 'order_not_found' },
    ])
    for (const sent of [{ ids: [paid.id] }, { ids: [], packed: true }, { ids: ['x'], packed: true }])
      await expect(packOrders(desk(), sent)).rejects.toEqual(problem('bad_input'))
    expect(await packedAt(paid.id)).not.toBeNull()
  })

  it('ends with a cancellation: money that is recorded later finds the order to be packed again', async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    await packOrders(desk(), { ids: [id], packed: true })
    await changeStatus(desk(), id, { status: 'cancelled', reason: 'Asked for' })
    expect(await packedAt(id)).toBeNull()
    const lost = await orderIn(database, 'cancelled')
    await recordPayment(desk(), lost.id, { receipt: newReceipt() })
    expect((await listOrders(desk(), { search: lost.id, queue: 'pack' })).data).toHaveLength(1)
  })
})

describe('the queues of Order Management', () => {
  it('hold each order where the next step is, and count it', async () => {
    const before = await countOpenWork(desk())
    const { id } = await orderIn(database, 'waiting_shipment')
    const where = async () => {
      const found = await Promise.all(
        (['pack', 'send', 'way'] as const).map(async (queue) => ((await listOrders(desk(), { search: id, queue })).data.length > 0 ? [queue] : [])),
      )
      const now = await countOpenWork(desk())
      return [found.flat(), (['pack', 'send', 'way'] as WorkQueue[]).filter((queue) => now[queue] > before[queue])]
    }
    expect(await where()).toEqual([['pack'], ['pack']])
    await packOrders(desk(), { ids: [id], packed: true })
    expect(await where()).toEqual([['send'], ['send']])
    await changeStatus(desk(), id, { status: 'shipped' })
    expect(await where()).toEqual([['way'], ['way']])
    await changeStatus(desk(), id, { status: 'delivered' })
    expect(await where()).toEqual([[], []])
  })

  it('are for admins: a buyer asks for none, and does not read when their order was packed', async () => {
    const order = await orderIn(database, 'waiting_shipment')
    await packOrders(desk(), { ids: [order.id], packed: true })
    const buyer = contextOn(database, { actor: { ...anonymous, userId: randomUUID() } })
    await expect(listOrders(buyer, { queue: 'send' })).rejects.toEqual(problem('forbidden'))
    expect(await getOrderRow(order.ctx, order.id)).toMatchObject({ id: order.id, packed_at: null })
  })

  it('say what was bought, and are found by it and by the e-mail', async () => {
    const word = randomUUID().slice(0, 8)
    const [mango, ruka] = [
      await putOnShelf(database, { name: `Mbio ${word}`, sizes: { '42': 5 } }),
      await putOnShelf(database, { name: `Ruka ${word}`, sizes: { '44': 5 } }),
    ]
    const lines: Parameters<typeof placed>[1] = [
      [mango, '42', 2],
      [ruka, '44', 1],
    ]
    const { id, ctx, attempt } = await placed(contextOn(database), lines, { customer_email: `Wanjiku.${word}@example.com` })
    await tellPaid(ctx, attempt)
    for (const search of [`ruka ${word}`, `MBIO ${word}`, `wanjiku.${word}@exam`, `${word}@`]) {
      const { data } = await listWork(desk(), { search })
      expect(data, search).toMatchObject([{ id, bought: { name: `Mbio ${word}`, size: '42', pairs: 3, more: 1 } }])
    }
    expect((await listWork(desk(), { search: `nobody.${word}@` })).data).toEqual([])
    // People who are no admins search their own orders only.
    expect((await listOrders(contextOn(database, { actor: { ...anonymous, userId: randomUUID() } }), { search: `ruka ${word}` })).data).toEqual([])
  })

  it('print the slips of several orders, each once, in the order in which they were chosen', async () => {
    const [one, two] = [await orderIn(database, 'waiting_shipment'), await orderIn(database, 'waiting_shipment')]
    const slips = await listPackingSlips(desk(), [two.id.toUpperCase(), one.id, two.id, randomUUID(), 'a,b'])
    expect(slips.map(({ id, lines }) => [id, lines.map(({ size, quantity }) => [size, quantity])])).toEqual([
      [two.id, [['40', 1]]],
      [one.id, [['40', 1]]],
    ])
    expect(JSON.stringify(slips)).not.toContain('price')
  })
})
