import { describe, expect, it } from 'vitest'
import { buyAgain, cancelAndRestoreCart } from '#features/orders/buyer-orders.ts'
import { contextOn, orderIn, orderRow, placed, putOnShelf, stockOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()

describe('putting the items of an order back in the cart', () => {
  it('frees the last pair for the buyer who held it', async () => {
    const { ctx, id, shoe } = await orderIn(database, 'payment_failed', 1)
    expect(await stockOf(ctx, shoe)).toBe(0)
    expect(await cancelAndRestoreCart(ctx, id)).toEqual({
      lines: [{ product_id: shoe.id, size: '40', name: shoe.name, price: 4500, image_url: null, quantity: 1 }],
      offers: [{ id: shoe.id, size: '40', name: shoe.name, price: 4500, image_url: null, stock: 1 }],
    })
    expect((await orderRow(ctx, id)).discarded_at).not.toBeNull()
  })

  it.each(['buyer_not_paid', 'cancelled', 'discarded'] as const)('changes nothing about an order that is %s already', async (status) => {
    const { ctx, id } = await orderIn(database, status)
    const before = await orderRow(ctx, id)
    expect(await cancelAndRestoreCart(ctx, id)).toMatchObject({ offers: [{ stock: 10 }] })
    expect(await cancelAndRestoreCart(ctx, id)).toMatchObject({ offers: [{ stock: 10 }] })
    expect(await orderRow(ctx, id)).toEqual(before)
  })

  it('is refused once the order is paid', async () => {
    const { ctx, id } = await orderIn(database, 'waiting_shipment')
    await expect(cancelAndRestoreCart(ctx, id)).rejects.toMatchObject({ code: 'already_paid' })
  })

  it('is for whoever has the key', async () => {
    const { id } = await placed(contextOn(database), await putOnShelf(database))
    await expect(cancelAndRestoreCart(contextOn(database), id)).rejects.toMatchObject({ code: 'order_not_found' })
  })
})

describe('buying an order again', () => {
  it('answers what was bought and what the shelf says now, and leaves the order alone', async () => {
    const { ctx, id, shoe } = await orderIn(database, 'waiting_shipment', 1)
    const before = await orderRow(ctx, id)
    expect(await buyAgain(ctx, id)).toMatchObject({ lines: [{ product_id: shoe.id, quantity: 1, price: 4500 }], offers: [{ id: shoe.id, stock: 0 }] })
    expect(await orderRow(ctx, id)).toEqual(before)
  })

  it('is for whoever may see it', async () => {
    const { id } = await placed(contextOn(database), await putOnShelf(database))
    await expect(buyAgain(contextOn(database), id)).rejects.toMatchObject({ code: 'order_not_found' })
  })
})
