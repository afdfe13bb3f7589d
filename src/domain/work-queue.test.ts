import { describe, expect, it } from 'vitest'
import { boughtName, isPackersWork, mayPack, summariseLines, type WorkQueue, workQueues } from '#domain/open-work.ts'
import { type OrderStatus, orderStatuses, unshippedStatuses } from '#domain/order.ts'

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
