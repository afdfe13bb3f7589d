import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { withOrderKey } from '#core/context.ts'
import { claimOrder } from '#features/orders/buyer-orders.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { refusalOf } from '../../../test/accounts.ts'
import { addProfile, as, contextOn, placed, putOnShelf, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { person } from '../../../test/people.ts'

const database = useDatabase()
const ctx = () => contextOn(database)

describe('claiming an order', () => {
  it('puts a guest’s order among one’s own, with its key, once or twice', async () => {
    const [who, other] = [await person(database), await person(database)]
    const { id, key } = await placed(ctx(), await putOnShelf(database))
    const mine = withOrderKey(as(ctx(), who), key)
    expect(await claimOrder(mine, id)).toMatchObject({ id })
    expect(await claimOrder(mine, id)).toMatchObject({ id })
    expect((await listOrders(as(ctx(), who))).data.map((order) => order.id)).toEqual([id])
    expect(await refusalOf(claimOrder(withOrderKey(as(ctx(), other), key), id))).toBe('order_taken')
  })

  it('is for nobody without the key, and for nobody who is not signed in', async () => {
    const who = await person(database)
    const { id, key } = await placed(ctx(), await putOnShelf(database))
    for (const guess of [null, 'guess', key.slice(1)])
      expect(await refusalOf(claimOrder(withOrderKey(as(ctx(), who), guess), id))).toBe('order_not_found')
    expect(await refusalOf(claimOrder(withOrderKey(ctx(), key), id))).toBe('signed_out')
  })

  it('makes no commission of one’s own purchase', async () => {
    const userId = await addProfile(database, { code: 'ACHENG2' })
    const { id, key } = await placed(ctx(), await putOnShelf(database), { affiliate_code: 'ACHENG2' })
    await claimOrder(withOrderKey(as(ctx(), { ...ctx().actor, userId }), key), id)
    expect(await rowsOf(database, sql`select status, reason from affiliate_commissions where order_id = ${id}`)).toEqual([
      { status: 'rejected', reason: 'Bought through your own link' },
    ])
  })
})
