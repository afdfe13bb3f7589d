import { describe, expect, it } from 'vitest'
import type { Offer } from '#domain/cart.ts'
import { restoreOrderLines } from '#web/order/cart-back.tsx'

const offer: Offer = { id: 'mbio', size: '42', name: 'Mbio Runner', price: 5270, image_url: null, stock: 3 }
const line = { product_id: 'mbio', size: '42', name: 'Mbio Runner', price: 5270, quantity: 2, image_url: null }

describe('putting the items of an order back in the cart', () => {
  it('takes them at the price of today, and says when it is another', () => {
    expect(restoreOrderLines([], [line], [offer])).toEqual({ cart: [{ ...offer, quantity: 2 }], notes: [] })
    expect(restoreOrderLines([], [{ ...line, price: 4990 }], [offer])).toEqual({
      cart: [{ ...offer, quantity: 2 }],
      notes: ['Mbio Runner, size 42, now costs KSh 5,270.'],
    })
  })

  it('changes nothing the second time', () => {
    const once = restoreOrderLines([], [line], [offer])
    expect(restoreOrderLines(once.cart, [line], [offer])).toEqual(once)
  })

  it('leaves what else is in the cart', () => {
    const other = { ...offer, id: 'watamu', quantity: 1 }
    expect(restoreOrderLines([other], [line], [offer]).cart).toEqual([other, { ...offer, quantity: 2 }])
    expect(restoreOrderLines([{ ...offer, quantity: 3 }], [line], [offer]).cart).toEqual([{ ...offer, quantity: 3 }])
  })

  it('says what is gone, and what is left', () => {
    const last = { ...offer, stock: 1 }
    expect(restoreOrderLines([], [line], [last])).toEqual({ cart: [{ ...last, quantity: 1 }], notes: ['Only 1 left of Mbio Runner, size 42.'] })
    expect(restoreOrderLines([], [line], [{ ...offer, stock: 0 }])).toEqual({ cart: [], notes: ['Mbio Runner, size 42, has sold out.'] })
    expect(restoreOrderLines([], [line], [])).toEqual({ cart: [], notes: ['Mbio Runner, size 42, has sold out.'] })
  })
})
