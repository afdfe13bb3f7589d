import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endPush, openFrom, type PushScope, showPush } from '#web/offline/show-push.ts'

const shown: [string, NotificationOptions][] = []
const opened: string[] = []
const focused: string[] = []
const said: unknown[] = []
const tabs = (...urls: string[]): PushScope => ({
  clients: {
    matchAll: async () => urls.map((url) => ({ url, focus: async () => focused.push(url) })),
    openWindow: async (url) => opened.push(url),
  },
  registration: { showNotification: async (title, options) => void shown.push([title, options]) },
})
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://shop.example' })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (message: unknown) => said.push(message)
    },
  )
  for (const each of [shown, opened, focused, said]) each.splice(0)
})
afterEach(() => vi.unstubAllGlobals())
const clicked = (data: unknown) => ({ close: vi.fn(), data }) as unknown as Notification

describe('a push', () => {
  it('is shown, and the open panel hears how much waits', async () => {
    await showPush(tabs(), JSON.stringify({ title: 'Paid order', body: 'Order x', path: '/admin/orders/x', tag: 'alert-1', waiting: 3 }))
    expect(shown).toEqual([['Paid order', expect.objectContaining({ body: 'Order x', tag: 'alert-1', data: '/admin/orders/x' })]])
    expect(said).toEqual([3])
  })

  it.each(['', 'no json', 'null', '[]'])('that is %j is shown as well', async (text) => {
    await showPush(tabs(), text)
    expect(shown).toEqual([['The shop', expect.objectContaining({ data: '/admin' })]])
    expect(said).toEqual([])
  })

  it('opens its page beside what is open, unless a tab shows it already', async () => {
    const notification = clicked('/admin/orders?view=pack')
    await openFrom(tabs('https://shop.example/admin/orders/x'), notification)
    expect(notification.close).toHaveBeenCalled()
    expect([opened, focused]).toEqual([['https://shop.example/admin/orders?view=pack'], []])
    await openFrom(tabs('https://shop.example/admin', 'https://shop.example/admin/orders?view=pack'), clicked('/admin/orders?view=pack'))
    expect([opened.length, focused]).toEqual([1, ['https://shop.example/admin/orders?view=pack']])
  })

  it.each(['https://other.example/', '//other.example/a', 'javascript:alert(1)'])('leads to no other place: %s', async (data) => {
    await openFrom(tabs(), clicked(data))
    expect(opened).toEqual([])
  })

  it('comes no more to a browser that was signed out', async () => {
    const unsubscribe = vi.fn(async () => true)
    await endPush({ ...tabs(), registration: { showNotification: async () => {}, pushManager: { getSubscription: async () => ({ unsubscribe }) } } })
    expect(unsubscribe).toHaveBeenCalled()
    await endPush(tabs())
  })
})
