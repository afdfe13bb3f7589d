import { describe, expect, it } from 'vitest'
import { maxCounted } from '#domain/limits.ts'
import {
  boughtName,
  isPackersWork,
  mayPack,
  openWorkOf,
  openWorkWords,
  summariseLines,
  type WorkQueue,
  waitingBySection,
  waitingInAll,
  workQueues,
} from '#domain/open-work.ts'
import { type OrderStatus, orderStatuses, unshippedStatuses } from '#domain/order.ts'

const none = { pack: 0, send: 0, refunds: 0, reviews: 0, commissions: 0, payouts: 0 }

it('waits by section and in all, and counts no further than the panel does', () => {
  const work = { pack: 1, send: 2, refunds: 3, reviews: 4, commissions: 5, payouts: 6 }
  expect(waitingBySection(work)).toEqual({ orders: 10, commissions: 5, payouts: 6 })
  expect(waitingInAll(work)).toBe(21)
  expect(waitingBySection({ ...work, pack: maxCounted })).toEqual({ orders: maxCounted + 1, commissions: 5, payouts: 6 })
  expect(waitingInAll({ ...work, pack: maxCounted })).toBe(maxCounted + 1)
  expect(waitingInAll({ ...work, payouts: maxCounted + 1 })).toBe(maxCounted + 1)
})

it('is told in words, without what is none', () => {
  expect(openWorkWords(none)).toBe('nothing')
  expect(openWorkWords({ ...none, pack: 3, refunds: 1, payouts: 2 })).toBe('3 to pack, 1 refund due, 2 payouts requested')
  expect(openWorkWords({ ...none, pack: 1, send: 1, refunds: 2, reviews: 2, payouts: 1 })).toBe(
    '1 to pack, 1 to send, 2 refunds due, 2 payments with a problem, 1 payout requested',
  )
})

it('is as much of it as the role may see', () => {
  const work = { pack: 1, send: 2, refunds: 3, reviews: 4, commissions: 5, payouts: 6 }
  expect(openWorkOf({ role: 'manager' }, work)).toEqual(work)
  expect(openWorkOf({ role: 'packer' }, work)).toEqual({ ...none, pack: 1, send: 2 })
  expect(openWorkOf({ role: 'content' }, work)).toEqual(none)
})

describe('the queues of orders', () => {
  it('has what is late in a queue of its own, whatever others it stands in', () => {
    expect((Object.keys(workQueues) as WorkQueue[]).filter((queue) => workQueues[queue].isLate)).toEqual(['late'])
  })

  it('lets an order be packed exactly while it is paid and not shipped', () => {
    expect((Object.keys(orderStatuses) as OrderStatus[]).filter(mayPack)).toEqual([...unshippedStatuses])
  })
})

describe('the work of who packs', () => {
  const now = '2026-11-23T08:00:00.000Z'

  it('is what is paid and on its way, and nothing else that was never delivered', () => {
    const statuses = (Object.keys(orderStatuses) as OrderStatus[]).filter((status) => isPackersWork({ status, timeline: [], now }))
    expect(statuses).toEqual(['waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped'])
  })

  it.each<[string, OrderStatus, [OrderStatus, string][], boolean]>([
    ['delivered this morning', 'delivered', [['delivered', '2026-11-23T05:00:00.000Z']], true],
    ['delivered almost seven days ago', 'delivered', [['delivered', '2026-11-16T08:00:00.001Z']], true],
    ['delivered seven days ago', 'delivered', [['delivered', '2026-11-16T08:00:00.000Z']], false],
    [
      'delivered in the last days and earned',
      'commission_earned',
      [
        ['shipped', '2026-11-10T08:00:00.000Z'],
        ['delivered', '2026-11-20T08:00:00.000Z'],
        ['commission_earned', '2026-11-22T08:00:00.000Z'],
      ],
      true,
    ],
    [
      'delivered long ago and earned only now',
      'commission_earned',
      [
        ['delivered', '2026-11-10T08:00:00.000Z'],
        ['commission_earned', '2026-11-22T08:00:00.000Z'],
      ],
      false,
    ],
    [
      'delivered and come back',
      'cancelled',
      [
        ['delivered', '2026-11-20T08:00:00.000Z'],
        ['cancelled', '2026-11-22T08:00:00.000Z'],
      ],
      false,
    ],
  ])('of an order that was %s: %s with %j is %s', (_, status, steps, isTheirs) => {
    const timeline = steps.map(([step, at]) => ({ status: step, at }))
    expect(isPackersWork({ status, timeline, now })).toBe(isTheirs)
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
