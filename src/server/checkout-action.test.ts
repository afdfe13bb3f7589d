import { randomUUID } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { action } from '#web/checkout/checkout-page.tsx'
import { shopContext } from '#web/shop-context.ts'
import { contextOn, orderOf, putOnShelf, stockOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()

/** What the page's action answers to Place Order from a network, without a cookie. */
async function placeFrom(address: string, body: Record<string, unknown>) {
  const context = new RouterContextProvider()
  const ctx = contextOn(database, { actor: { ...anonymous, address } })
  context.set(shopContext, { ctx, shop: ctx.services.shop, failed: () => {}, nonce: '' })
  const request = new Request('http://localhost/checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await action({ request, context, params: {} } as never)) as { placed?: { id: string; key: string } }
}

it('an order of our checkout that is sent again from another network without a cookie is the same order', async () => {
  const shoe = await putOnShelf(database)
  const { idempotencyKey: _, ...order } = orderOf(shoe)
  const body = { ...order, idempotency_key: randomUUID() }
  const { placed } = await placeFrom('197.232.1.1', body)
  expect(placed).toMatchObject({ id: expect.any(String), key: expect.any(String) })
  expect((await placeFrom('41.90.1.1', body)).placed).toMatchObject({ id: placed?.id, key: placed?.key })
  expect(await stockOf(database, shoe)).toBe(9)
})

it('a refusal brings the page its words, and the shelf as it is now', async () => {
  const shoe = await putOnShelf(database)
  const { idempotencyKey: _, ...order } = orderOf(shoe, { total_amount: 4000 })
  const refused = await placeFrom('197.232.1.1', { ...order, idempotency_key: randomUUID() })
  const refusal = { code: 'prices_changed', title: 'Prices have changed', facts: { total_amount: 4500, offers: [{ id: shoe.id, price: 4500 }] } }
  expect(refused).toMatchObject({ data: { refusal }, init: { status: 409 } })
})
