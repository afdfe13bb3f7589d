import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import { createCartStore } from '#web/cart/cart-context.tsx'

const key = 'viatu-cart-guest'
const line: CartLine = { id: 'p', size: '42', name: 'Mbio Runner', price: 5270, image_url: null, quantity: 1, stock: 3 }

describe('the cart store', () => {
  let logged: ReturnType<typeof vi.spyOn>
  beforeEach(() => {
    logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => logged.mockRestore())

  it('begins empty and keeps what is written', () => {
    const { storage, store } = open()
    expect(store.get()).toEqual([])
    store.write([line])
    expect(store.get()).toEqual([line])
    expect(JSON.parse(storage.getItem(key) as string)).toEqual([line])
    expect(logged).not.toHaveBeenCalled()
  })

  it('answers the same array until something changes', () => {
    const { store } = open({ [key]: JSON.stringify([line]) })
    expect(store.get()).toBe(store.get())
  })

  it('leaves nothing behind when it is cleared', () => {
    const { storage, store } = open({ [key]: JSON.stringify([line]) })
    store.write([])
    expect(storage.getItem(key)).toBeNull()
  })

  it.each(['{broken', '{}', '[{"id":1}]', 'null'])('logs %j once, starts empty, and leaves the next page nothing to log', (text) => {
    const { storage, store } = open({ [key]: text })
    const first = store.get()
    expect(first).toEqual([])
    expect(store.get()).toBe(first)
    expect(storage.getItem(key)).toBeNull()
    expect(createCartStore(key, () => storage, new EventTarget()).get()).toEqual([])
    expect(logged).toHaveBeenCalledTimes(1)
    store.write([line])
    expect(store.get()).toEqual([line])
  })

  it('stays empty where what is no cart cannot be taken away', () => {
    const { storage, store } = open({ [key]: '{broken' })
    storage.removeItem = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const first = store.get()
    expect(first).toEqual([])
    expect(store.get()).toBe(first)
  })

  it('keeps the cart of this visit where the browser forbids storage', () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const store = createCartStore(key, denied, new EventTarget())
    expect([store.get(), store.isOfVisit()]).toEqual([[], false])
    store.write([line])
    expect([store.get(), store.isOfVisit()]).toEqual([[line], true])
    store.write([])
    expect([store.get(), store.isOfVisit()]).toEqual([[], false])
    expect(logged).toHaveBeenCalledTimes(1)
  })

  it('keeps the cart of this visit while the storage is full, and is told of it', () => {
    const { storage, store } = open()
    const told = vi.fn()
    store.subscribe(told)
    const { setItem } = storage
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    store.write([line])
    expect([store.get(), store.isOfVisit(), storage.getItem(key)]).toEqual([[line], true, null])
    expect(told).toHaveBeenCalledTimes(1)
    expect([store.tryWrite([{ ...line, size: '44' }]), store.get()]).toEqual([false, [line]])
    storage.setItem = setItem
    store.write([line, { ...line, size: '43' }])
    expect([store.isOfVisit(), JSON.parse(storage.getItem(key) as string)]).toEqual([false, store.get()])
  })

  it('is still there after a moment in which the storage could not be read', () => {
    const { storage, store } = open({ [key]: JSON.stringify([line]) })
    const { getItem } = storage
    storage.getItem = () => {
      throw new DOMException('not now', 'UnknownError')
    }
    expect(store.get()).toEqual([])
    storage.getItem = getItem
    expect(store.get()).toEqual([line])
  })

  it('follows other tabs, and only under its own key', () => {
    const { storage, events, store } = open()
    const told = vi.fn()
    const leave = store.subscribe(told)
    storage.setItem(key, JSON.stringify([line]))
    events.dispatchEvent(storageEvent('something else'))
    expect(told).not.toHaveBeenCalled()
    events.dispatchEvent(storageEvent(key))
    expect(told).toHaveBeenCalledTimes(1)
    expect(store.get()).toEqual([line])
    events.dispatchEvent(storageEvent(null))
    expect(told).toHaveBeenCalledTimes(2)
    leave()
    events.dispatchEvent(storageEvent(key))
    expect(told).toHaveBeenCalledTimes(2)
  })
})

function open(kept: Record<string, string> = {}) {
  const map = new Map(Object.entries(kept))
  const storage = {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  } as Storage
  const events = new EventTarget()
  return { storage, events, store: createCartStore(key, () => storage, events) }
}

function storageEvent(changed: string | null): Event {
  return Object.assign(new Event('storage'), { key: changed })
}
