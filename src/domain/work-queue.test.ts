import { describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatuses, unshippedStatuses } from '#domain/order.ts'
import { boughtName, mayPack, queueOf, summariseLines } from '#domain/work-queue.ts'

const packed_at = '2026-11-23T08:00:00.000Z'

describe('the queues of orders', () => {
  it.each([
    ['waiting_shipment', null, 'pack'],
    ['awaiting_shipment', null, 'pack'],
    ['confirmed', null, 'pack'],
    ['waiting_shipment', packed_at, 'send'],
    ['confirmed', packed_at, 'send'],
    ['shipped', null, 'way'],
    ['shipped', packed_at, 'way'],
    ['delivered', packed_at, null],
    ['cancelled', null, null],
    ['pending', null, null],
    ['payment_failed', null, null],
  ] as const)('%s, packed at %s, is in %s', (status, at, queue) => {
    expect(queueOf({ status, packed_at: at })).toBe(queue)
  })

  it('lets an order be packed exactly while it is paid and not shipped', () => {
    expect((Object.keys(orderStatuses) as OrderStatus[]).filter(mayPack)).toEqual([...unshippedStatuses])
  })
})

describe('what was bought', () => {
  const line = (name: string, quantity: number) => ({ name, size: '42', quantity, image_url: null })

  it('is the first line, all pairs, and the number of other lines', () => {
    expect(summariseLines([])).toBeNull()
    const one = summariseLines([line('Mbio Runner, Mango', 2)])!
    expect([one.size, boughtName(one), one.pairs]).toEqual(['42', 'Mbio Runner, Mango', 2])
    const many = summariseLines([line('Mbio Runner, Mango', 2), line('Ruka High', 1), line('Karen Loafer', 1)])!
    expect([boughtName(many), many.pairs]).toEqual(['Mbio Runner, Mango and 2 more', 4])
  })
})
