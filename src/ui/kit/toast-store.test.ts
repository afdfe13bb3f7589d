import { describe, expect, it, vi } from 'vitest'
import { createToastStore } from '#ui/kit/toast-store.ts'

describe('toasts', () => {
  it('go after five seconds, or when they are told', () => {
    const later = vi.fn()
    const store = createToastStore(later)
    store.show({ title: 'Added to Cart' })
    store.show({ title: 'Success!', seconds: 3 })
    expect(later.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([5000, 3000])
    later.mock.calls[0]?.[0]()
    expect(store.get().map((toast) => toast.title)).toEqual(['Success!'])
  })

  it('stay when they are errors, until they are closed', () => {
    const later = vi.fn()
    const store = createToastStore(later)
    const id = store.show({ title: 'Failed to add item to cart', tone: 'bad' })
    expect(later).not.toHaveBeenCalled()
    store.dismiss(id)
    expect(store.get()).toEqual([])
  })

  it('are three at most', () => {
    const store = createToastStore(() => undefined)
    for (const title of ['1', '2', '3', '4']) store.show({ title })
    expect(store.get().map((toast) => toast.title)).toEqual(['2', '3', '4'])
  })

  it('tell who listens', () => {
    const store = createToastStore(() => undefined)
    const told = vi.fn()
    const leave = store.subscribe(told)
    store.show({ title: 'one' })
    leave()
    store.show({ title: 'two' })
    expect(told).toHaveBeenCalledTimes(1)
  })
})
