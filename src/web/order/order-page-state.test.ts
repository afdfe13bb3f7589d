import { describe, expect, it } from 'vitest'
import type { OrderView } from '#domain/order-view.ts'
import { isOpenedByShortLink, type OrderPageState, reloadOrder, rememberOrder } from '#web/order/order-page-state.ts'

const page: OrderPageState = { order: { id: 'a' } as OrderView, key: 'k', link: null, at: 1, offline: false, mayKeep: false, signedIn: false }
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

describe('looking at an order again', () => {
  it('answers what is there', async () => {
    expect(await reloadOrder('a', 'k', async () => page)).toBe(page)
  })

  it('answers what was known before while the connection is away', async () => {
    rememberOrder(page)
    expect(await reloadOrder('a', 'k', lost)).toEqual({ ...page, offline: true })
    expect(await reloadOrder('a', 'k', () => Promise.reject({ status: 503 }))).toEqual({ ...page, offline: true })
  })

  it('never answers one order for another, or to another key', async () => {
    rememberOrder(page)
    await expect(reloadOrder('b', 'k', lost)).rejects.toThrow('Failed to fetch')
    await expect(reloadOrder('a', null, lost)).rejects.toThrow('Failed to fetch')
  })

  it('by a short link needs no key in the address, and tells the chat of it', async () => {
    rememberOrder({ ...page, key: null, link: '/o/3f9a21c8.Zm9vYmFyYmF6cXV4' })
    expect(await reloadOrder('a', null, lost)).toMatchObject({ offline: true })
    expect([isOpenedByShortLink('a'), isOpenedByShortLink('b')]).toEqual([true, false])
    rememberOrder(page)
    expect(isOpenedByShortLink('a')).toBe(false)
  })

  it('throws a refusal on', async () => {
    rememberOrder(page)
    await expect(reloadOrder('a', 'k', () => Promise.reject({ status: 404 }))).rejects.toEqual({ status: 404 })
  })
})
