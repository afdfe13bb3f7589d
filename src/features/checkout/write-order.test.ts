import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { draftOrder } from '#features/checkout/draft-order.ts'
import { placeDraft } from '#features/checkout/place-draft.ts'
import { contextOn, newPhone, putOnShelf, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'

const database = useDatabase()

it('a draft that is being deleted becomes no order: writing it waits for that', async () => {
  const ctx = contextOn(database)
  const shoe = await putOnShelf(database)
  const buyer = { customer_name: 'Wanjiku Kamau', customer_phone: newPhone(), delivery_address: 'Moi Avenue 12, Nairobi' }
  const draft = await draftOrder(ctx, buyer)
  const discard = sql`update order_drafts set discarded_at = now() where id = ${draft.id}`
  const place = () => placeDraft(ctx, draft, [{ product_id: shoe.id, size: '40', quantity: 1, price: 4500 }])
  expect(await meanwhile(database, discard, [place], async () => {})).toEqual(['unavailable'])
  expect(await rowsOf(database, sql`select from orders where id = ${draft.id}`)).toEqual([])
})
