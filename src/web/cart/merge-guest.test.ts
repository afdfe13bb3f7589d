import { describe, expect, it } from 'vitest'
import type { Cart, CartLine } from '#domain/cart.ts'
import { createCartStore, mergeGuestCart } from '#web/cart/cart-context.tsx'

const line: CartLine = { id: 'p', size: '42', name: 'Mbio Runner', price: 5270, image_url: null, quantity: 1, stock: 3 }

describe('the cart of a guest who signs in', () => {
  it('comes along, and is empty then', async () => {
    const { own, guest } = open(
      [line],
      [
        { ...line, quantity: 1 },
        { ...line, size: '43' },
      ],
    )
    expect(await mergeGuestCart(own, guest)).toEqual([])
    expect(own.get()).toEqual([
      { ...line, quantity: 2 },
      { ...line, size: '43' },
    ])
    expect(guest.get()).toEqual([])
  })

  it('says what the shelf cannot hold twice', async () => {
    const { own, guest } = open([{ ...line, quantity: 2 }], [{ ...line, quantity: 2 }])
    expect(await mergeGuestCart(own, guest)).toEqual(['Only 3 left of Mbio Runner, size 42.'])
    expect(own.get()).toEqual([{ ...line, quantity: 3 }])
  })

  it('comes along once, however many tabs try', async () => {
    const { own, guest } = open([], [line])
    const locks = { request: (_: string, act: () => unknown) => Promise.resolve().then(act) } as unknown as LockManager
    await Promise.all([mergeGuestCart(own, guest, locks), mergeGuestCart(own, guest, locks)])
    expect(own.get()).toEqual([line])
  })

  it('stays where it is when nothing can be stored', async () => {
    const { own, guest, storage } = open([], [line])
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(await mergeGuestCart(own, guest)).toEqual([])
    expect(guest.get()).toEqual([line])
  })
})

function open(ofOwn: Cart, ofGuest: Cart) {
  const map = new Map<string, string>()
  const storage = {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  } as Storage
  const store = (key: string) => createCartStore(key, () => storage, new EventTarget())
  const [own, guest] = [store('viatu-cart-7'), store('viatu-cart-guest')]
  own.write(ofOwn)
  guest.write(ofGuest)
  return { own, guest, storage }
}
