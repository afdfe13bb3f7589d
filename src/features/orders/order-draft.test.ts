import { expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { confirmOrderItems, draftOrder } from '#features/orders/checkout/place-draft.ts'
import { promptOrder } from '#features/orders/checkout/request-payment.ts'
import { as, contextOn, newPhone, putOnShelf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()

it('is continued by its id alone from the network that began it, and from no other', async () => {
  const shoe = await putOnShelf(database, { sizes: { 'One size': 3 } })
  const near = as(contextOn(database), { ...anonymous, address: '41.90.64.9' })
  const phone = newPhone()
  const buyer = { customer_name: 'Wanjiku Kamau', customer_phone: phone, delivery_address: 'Moi Avenue 12' }
  const { id } = await draftOrder(near, buyer)
  await confirmOrderItems(near, [{ order_id: id, product_id: shoe.id, quantity: 1, price: 4500 }])
  const far = as(near, { ...anonymous, address: '41.90.65.9' })
  const prompt = { amount: 4500, phone, reference: id }
  await expect(promptOrder(far, prompt)).rejects.toMatchObject({ code: 'order_not_found' })
  expect(await promptOrder(near, prompt)).toEqual({ checkoutRequestId: expect.any(String) })
})

it('is answered again to the network that drew its key, and to no other', async () => {
  const near = as(contextOn(database), { ...anonymous, address: '41.90.64.9' })
  const far = as(near, { ...anonymous, address: '41.90.65.9' })
  const sent = {
    idempotencyKey: 'order-0000000001',
    customer_name: 'Wanjiku Kamau',
    customer_phone: newPhone(),
    delivery_address: 'Moi Avenue 12, Nairobi',
  }
  const { id } = await draftOrder(near, sent)
  expect((await draftOrder(near, sent)).id).toBe(id)
  await expect(draftOrder(far, sent)).rejects.toMatchObject({ code: 'key_reused' })
})
