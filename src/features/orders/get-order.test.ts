import { expect, it } from 'vitest'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getOrder, getOrderRow } from '#features/orders/get-order.ts'
import { contextOn, later, placed, putOnShelf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { lostPrompt } from '../../../test/scripted-mpesa.ts'
import { putZone } from '../../../test/zones.ts'

const database = useDatabase()

it('shows a buyer the open prompt, whose number may still be corrected, and who is written to until the order is deleted', async () => {
  const { ctx, id } = await placed(contextOn(database), await putOnShelf(database), { customer_email: 'wanjiku@example.com' })
  expect(await getOrder(ctx, id)).toMatchObject({
    payment: { state: 'accepted', may_retry: false, may_change_number: true, retry_at: null },
    notices: { email: expect.any(String) },
  })
  await discardOrder(ctx, id)
  expect((await getOrder(ctx, id)).notices).toEqual({ email: null, phone: null })
})

it('tells a buyer how it is delivered, when, for how much and to whom, in the row of the API too', async () => {
  await putZone(database, 'Western', ['kisumu'], [{ name: 'Rider', fee: 400, days_from: 1, days_to: 3 }])
  const { ctx, id } = await placed(contextOn(database), await putOnShelf(database), {
    delivery_address: 'Oginga Odinga Street, Kisumu',
    receiver_name: 'Otieno Ouma',
    receiver_phone: '0722 000 111',
  })
  const delivery = {
    delivery_kind: 'door',
    delivery_option: 'Rider',
    delivery_place: 'Kisumu',
    delivery_fee: 400,
    promised_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    promised_to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    receiver_name: 'Otieno Ouma',
    receiver_phone: '254722000111',
  }
  expect(await getOrder(ctx, id)).toMatchObject(delivery)
  expect(await getOrderRow(ctx, id)).toMatchObject({ ...delivery, delivery_zone: null })
})

it('says when a prompt whose reply was lost can be sent again', async () => {
  const shop = contextOn(database)
  shop.mpesa.onPrompt(lostPrompt)
  const { ctx, id } = await placed(shop, await putOnShelf(database))
  expect((await getOrder(ctx, id)).payment).toMatchObject({ state: 'unknown', may_retry: false, retry_at: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect((await getOrder(later(ctx, '181 seconds'), id)).payment).toMatchObject({ may_retry: true })
})
