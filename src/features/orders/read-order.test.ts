import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous, withOrderKey } from '#features/context.ts'
import { assignOrders } from '#features/delivery/assign-orders.ts'
import { makeRiderDay } from '#features/delivery/rider-days.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { findOrder } from '#features/orders/read-order.ts'
import { addProfile, admin, as, contextOn, placed, putOnShelf, secrets, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const desk = () => contextOn(database, { actor: admin })

describe('the code for a rider', () => {
  it('is told to the buyer, by account and by key, and to no admin, not even with the key', async () => {
    const owner = as(contextOn(database), { ...anonymous, userId: await addProfile(database) })
    const { id, key, attempt } = await placed(owner, await putOnShelf(database))
    await tellPaid(owner, attempt)
    const rider_day_id = await makeRiderDay(desk(), { name: 'Otieno', phone: '0722000111' })
    expect(await assignOrders(desk(), { ids: [id], rider_day_id })).toMatchObject([{ status: 'shipped', error: null }])
    const { rows } = await database.db.execute<{ code: string }>(sql`select code from deliveries where order_id = ${id}`)
    const parcel = { courier: null, parcel_number: null, on_the_way_at: null }
    const { code } = rows[0] as { code: string }
    expect(code).toMatch(/^\d{4,}$/)
    expect((await getOrder(owner, id)).parcel).toEqual({ ...parcel, code })
    expect((await getOrder(withOrderKey(contextOn(database), key), id)).parcel).toEqual({ ...parcel, code })
    for (const ctx of [desk(), withOrderKey(desk(), key)]) {
      const read = await getOrder(ctx, id)
      expect(read.parcel).toEqual({ ...parcel, code: null })
      expect(JSON.stringify(read)).not.toContain(`"${code}"`)
    }
  })
})

it('an order is null to every caller without a right to it, as what is no order is', async () => {
  const { id, key } = await placed(contextOn(database), await putOnShelf(database))
  const stranger = as(contextOn(database), { ...anonymous, userId: await addProfile(database) })
  for (const ctx of [contextOn(database), stranger, withOrderKey(stranger, secrets.orderKey(randomUUID()))])
    expect(await findOrder(ctx, id)).toBeNull()
  expect(await findOrder(withOrderKey(stranger, key), id)).toMatchObject({ id })
  for (const other of [randomUUID(), 'nonsense']) expect(await findOrder(desk(), other)).toBeNull()
})
