import { expect, it } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import { restoreSavedCart } from '#web/account/sign-in-form.tsx'
import { createCartStore } from '#web/cart/cart-context.tsx'

const line: CartLine = { id: 'p', size: '42', name: 'Mbio Runner', price: 5270, image_url: null, quantity: 1, stock: 3 }

it('what the shop kept comes back beside what the browser still has', () => {
  const { own } = open()
  restoreSavedCart(own, [])
  expect(own.get()).toEqual([])
  restoreSavedCart(own, [{ ...line, quantity: 2 }])
  expect(own.get()).toEqual([{ ...line, quantity: 2 }])
  restoreSavedCart(own, [line, { ...line, size: '43' }])
  expect(own.get()).toEqual([
    { ...line, quantity: 2 },
    { ...line, size: '43' },
  ])
})

it('nothing comes back where nothing can be stored', () => {
  const { own, storage } = open()
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  restoreSavedCart(own, [line])
  expect(own.get()).toEqual([])
})

function open() {
  const map = new Map<string, string>()
  const storage = {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  } as Storage
  return { storage, own: createCartStore('viatu-cart-7', () => storage, new EventTarget()) }
}
