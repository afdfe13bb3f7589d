import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Pace, watchOrder } from '#web/order/watch-order.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('watching an order', () => {
  it('looks every 4 seconds until its stream is open, then every 15', async () => {
    const { reload, streams } = watch()
    await vi.advanceTimersByTimeAsync(8_000)
    expect(reload).toHaveBeenCalledTimes(2)
    streams[0]!.readyState = 1
    await vi.advanceTimersByTimeAsync(4_000)
    expect(reload).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(14_000)
    expect(reload).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reload).toHaveBeenCalledTimes(4)
  })

  it('of a rider looks every minute until its stream is open, and then when the stream says so', async () => {
    const { reload, streams } = watch({ pace: 'rider' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).toHaveBeenCalledTimes(1)
    streams[0]!.readyState = 1
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(599_000)
    expect(reload).toHaveBeenCalledTimes(2)
    streams[0]!.onmessage?.({} as MessageEvent)
    expect(reload).toHaveBeenCalledTimes(3)
  })

  it('looks when the stream says so', () => {
    const { reload, streams } = watch()
    streams[0]!.onmessage?.({} as MessageEvent)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('looks once more, not twice at a time, for news that comes during a reload', async () => {
    const slow = Promise.withResolvers<void>()
    const { reload, streams } = watch({ reload: vi.fn(() => slow.promise) })
    for (let news = 0; news < 3; news++) streams[0]!.onmessage?.({} as MessageEvent)
    expect(reload).toHaveBeenCalledTimes(1)
    slow.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('goes on after a reload that failed', async () => {
    const { reload } = watch({ reload: vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))) })
    await vi.advanceTimersByTimeAsync(8_000)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('rests while the tab is hidden and looks at once when it is seen again', async () => {
    const { reload, streams, show } = watch()
    show('hidden')
    expect(streams[0]!.close).toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
    show('visible')
    expect(reload).toHaveBeenCalledTimes(1)
    expect(streams).toHaveLength(2)
  })

  it('looks at once, and opens its stream again, when the connection is lost and when it is back', async () => {
    const { reload, streams, connection, stop } = watch()
    for (const state of ['offline', 'online'] as const) connection(state)
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(2)
    expect(streams).toHaveLength(3)
    stop()
    connection('online')
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('only answers to coming back when nothing is to be expected', async () => {
    const { reload, streams, show } = watch({ pace: null })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(streams).toHaveLength(0)
    expect(reload).not.toHaveBeenCalled()
    show('visible')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('stops', async () => {
    const { reload, streams, stop, show } = watch()
    stop()
    show('visible')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
    expect(streams[0]!.close).toHaveBeenCalled()
  })
})

function watch({ pace = 'payment' as Pace | null, reload = vi.fn(() => Promise.resolve()) } = {}) {
  const streams: { onmessage: ((event: MessageEvent) => void) | null; readyState: number; close: () => void }[] = []
  class Stream {
    onmessage = null
    readyState = 0
    close = vi.fn()
    constructor() {
      streams.push(this)
    }
  }
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const window = Object.assign(new EventTarget(), { document: page as unknown as Document, EventSource: Stream })
  const stop = watchOrder({ url: '/events', pace, reload }, window)
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const connection = (state: 'online' | 'offline') => window.dispatchEvent(new Event(state))
  return { reload, streams, stop, show, connection }
}
