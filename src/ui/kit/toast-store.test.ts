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

  it('are two at most, and what is still to be read goes last', () => {
    const store = createToastStore(() => undefined)
    const said = () => store.get().map((toast) => toast.title)
    for (const title of ['1', '2', '3']) store.show({ title })
    expect(said()).toEqual(['2', '3'])
    store.show({ title: 'E', tone: 'bad' })
    store.show({ title: '4' })
    store.show({ title: '5' })
    expect(said()).toEqual(['E', '5'])
    store.show({ title: 'F', tone: 'bad' })
    store.show({ title: 'G', tone: 'bad' })
    expect(said()).toEqual(['F', 'G'])
  })

  it('give way to what is said next of the same, and to its next try', () => {
    const store = createToastStore(() => undefined)
    store.show({ title: 'Error', tone: 'bad', topic: '/admin/ads save' })
    store.show({ title: 'Error', tone: 'bad', topic: '/admin/ads delete' })
    store.show({ title: 'Ad updated', topic: '/admin/ads save' })
    expect(store.get().map(({ title, topic }) => [title, topic])).toEqual([
      ['Error', '/admin/ads delete'],
      ['Ad updated', '/admin/ads save'],
    ])
    store.dismissTopic('/admin/ads delete')
    expect(store.get().map(({ title }) => title)).toEqual(['Ad updated'])
    store.dismissTopic('/admin/ads save', 'Ad updated')
    expect(store.get().map(({ title }) => title)).toEqual(['Ad updated'])
    store.dismissTopic('/admin/ads save', 'Ad created')
    expect(store.get()).toEqual([])
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
