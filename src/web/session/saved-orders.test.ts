import { afterEach, describe, expect, it, vi } from 'vitest'
import { newestOrders, type SavedOrder, savedOrdersOf, waitingOrder, withOrder } from '#web/session/saved-orders.ts'

const minute = 60_000
const day = 1440 * minute
const now = 100 * day
const order = (id: string, more: Partial<SavedOrder> = {}): SavedOrder => ({ id, key: 'k', at: now, waiting: true, ...more })

afterEach(() => void vi.unstubAllGlobals())
function parseSavedOrders(text: string | null, at: number): SavedOrder[] {
  vi.stubGlobal('localStorage', { getItem: () => text })
  return newestOrders(savedOrdersOf(undefined).get(), at)
}

describe('the orders that a browser keeps', () => {
  it('are the newest five, the newest first', () => {
    const kept = ['1', '2', '3', '4', '5', '6'].reduce<SavedOrder[]>((so_far, id) => withOrder(so_far, order(id)), [])
    expect(kept.map(({ id }) => id)).toEqual(['6', '5', '4', '3', '2'])
  })

  it('stand there once each', () => {
    expect(withOrder([order('1'), order('2')], order('2', { at: now + 1 })).map(({ id }) => id)).toEqual(['2', '1'])
  })

  it('are forgotten after thirty days', () => {
    const kept = JSON.stringify([order('1', { at: now - 30 * day + 1 }), order('2', { at: now - 30 * day })])
    expect(parseSavedOrders(kept, now).map(({ id }) => id)).toEqual(['1'])
  })

  it.each([null, '', '{broken', '{}', 'null', '[null, 7, {"id":1}]', '[{"id":"1","key":7,"at":1,"waiting":true}]'])('%j is none', (text) =>
    expect(parseSavedOrders(text, now)).toEqual([]),
  )

  it.each<[string, Partial<SavedOrder>, boolean]>([
    ['one that was placed just now', {}, true],
    ['one of an account', { key: null }, true],
    ['one that is settled', { waiting: false }, false],
    ['one whose hold is over', { at: now - 30 * minute }, false],
  ])('%s waits for its money: %j', (_, more, waits) => {
    expect(waitingOrder([order('1', more)], now)?.id).toBe(waits ? '1' : undefined)
  })
})
