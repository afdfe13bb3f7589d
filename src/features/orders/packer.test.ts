import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#core/context.ts'
import { packersStatuses } from '#domain/open-work.ts'
import { changeOrders, changeStatus, updateOrder } from '#features/orders/change-status.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { listOrderRows } from '#features/orders/list-orders.ts'
import { countOpenWork, getParcel, listPackingSlips, listWork } from '#features/orders/list-work.ts'
import { packOrders } from '#features/orders/order-operations.ts'
import { assignOrders } from '#features/orders/riders/rider-days.ts'
import { entered, refusalOf } from '../../../test/accounts.ts'
import { contextOn, later, orderIn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
let packer: Actor
beforeAll(async () => {
  packer = (await entered(database, { role: 'packer' })).actor
})
const ctx = () => contextOn(database, { actor: packer })

describe('who packs and ships', () => {
  it('reads what is in a parcel and where it goes, and no money', async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    const parcel = await getParcel(ctx(), id)
    expect(parcel).toMatchObject({
      id,
      customer_name: expect.any(String),
      customer_phone: expect.any(String),
      delivery_address: expect.any(String),
      delivery: null,
    })
    const [row] = (await listWork(ctx(), { search: id })).data
    expect(row).toMatchObject({ id, total_amount: null })
    const [order] = await rowsOf<{ total: string }>(database, sql`select total_amount::integer as total from orders where id = ${id}`)
    expect((await listWork(ctx(), { search: `KSh ${order?.total}` })).data, 'a sum that finds it would say it').toEqual([])
    expect(JSON.stringify([parcel, row])).not.toMatch(/"\w*(price|fee|commission|receipt|checkout)\w*":|"total_amount":\d/)
  })

  it('reads the pairs, since when it is packed, and who carries it', async () => {
    const { id, shoe } = await orderIn(database, 'waiting_shipment')
    await packOrders(ctx(), { ids: [id], packed: true })
    await assignOrders(ctx(), { ids: [id], courier: 'G4S', parcel_number: 'G-1' })
    expect(await getParcel(ctx(), id)).toMatchObject({
      status: 'shipped',
      lines: [{ product_id: shoe.id, name: 'Mbio Wingu', size: '40', quantity: 1 }],
      created_at: expect.stringMatching(/T.*Z$/),
      packed_at: expect.stringMatching(/T.*Z$/),
      late_at: null,
      delivery: { courier: 'G4S', parcel_number: 'G-1', rider: null },
    })
  })

  it.each(['pending', 'waiting_shipment', 'shipped', 'delivered', 'cancelled'] as const)(
    'of an order that is %s reads it only while it is theirs',
    async (status) => {
      const { id } = await orderIn(database, status)
      const isTheirs = (packersStatuses as readonly string[]).includes(status)
      expect((await listWork(ctx(), { search: id })).data).toHaveLength(isTheirs ? 1 : 0)
      expect(await listPackingSlips(ctx(), [id])).toHaveLength(isTheirs ? 1 : 0)
      expect(await refusalOf(getParcel(ctx(), id))).toBe(isTheirs || status === 'delivered' ? 'not refused' : 'order_not_found')
      expect(await refusalOf(getParcel(later(ctx(), '8 days'), id))).toBe(isTheirs ? 'not refused' : 'order_not_found')
    },
  )

  it('packs, ships and delivers', async () => {
    const [one, other] = [await orderIn(database, 'waiting_shipment'), await orderIn(database, 'waiting_shipment')]
    expect(await packOrders(ctx(), { ids: [one.id], packed: true })).toMatchObject([{ error: null }])
    expect(await changeStatus(ctx(), one.id, { status: 'shipped' })).toMatchObject({ status: 'shipped' })
    expect(await changeStatus(ctx(), one.id, { status: 'delivered' })).toMatchObject({ status: 'delivered' })
    expect(await assignOrders(ctx(), { ids: [other.id], courier: 'G4S' })).toMatchObject([{ status: 'shipped', error: null }])
    expect(await changeOrders(ctx(), { ids: [other.id], status: 'delivered' })).toMatchObject([{ status: 'delivered', error: null }])
  })

  it('does nothing else to an order', async () => {
    const [{ id }, unpaid] = [await orderIn(database, 'waiting_shipment'), await orderIn(database, 'pending')]
    const before = await database.db.execute(sql`select * from orders where id in (${id}, ${unpaid.id}) order by id`)
    const refused: [string, () => Promise<unknown>][] = [
      ['forbidden', () => changeStatus(ctx(), id, { status: 'cancelled', reason: 'Mine' })],
      ['forbidden', () => changeStatus(ctx(), unpaid.id, { status: 'confirmed' })],
      ['forbidden', () => changeOrders(ctx(), { ids: [unpaid.id], status: 'confirmed' })],
      ['order_not_found', () => changeStatus(ctx(), unpaid.id, { status: 'shipped' })],
      ['order_not_found', () => updateOrder(ctx(), id, { status: 'shipped' })],
      ['order_not_found', () => discardOrder(ctx(), unpaid.id)],
    ]
    for (const [code, call] of refused) expect(await refusalOf(call())).toBe(code)
    expect((await database.db.execute(sql`select * from orders where id in (${id}, ${unpaid.id}) order by id`)).rows).toEqual(before.rows)
  })

  it('reads no order whole, no payment, no figure and no file of data', async () => {
    const { id } = await orderIn(database, 'waiting_shipment')
    const refused: [string, () => Promise<unknown>][] = [
      ['order_not_found', () => getOrder(ctx(), id)],
      ['forbidden', () => listOrderRows(ctx(), { queue: 'pack' })],
    ]
    for (const [code, call] of refused) expect(await refusalOf(call())).toBe(code)
    expect((await listOrderRows(ctx(), {})).data).toEqual([])
    expect(await countOpenWork(ctx())).toMatchObject({ pack: expect.any(Number), refunds: 0, reviews: 0, commissions: 0, payouts: 0 })
  })
})
