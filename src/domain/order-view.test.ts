import { describe, expect, it } from 'vitest'
import { toAgree } from '#domain/delivery-options.ts'
import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import {
  collected,
  deliverySteps,
  inReview,
  mayStillBePaid,
  nextStep,
  nextSteps,
  readyToCollect,
  refusePrompt,
  type StepsOrder,
} from '#domain/order-view.ts'

describe('money of an order', () => {
  it('may still come while a phone may show a prompt of it, or a person looks', () => {
    expect(mayStillBePaid({ in_review: false, open_prompts: [{}] })).toBe(true)
    expect(mayStillBePaid({ in_review: true, open_prompts: [] })).toBe(true)
    expect(mayStillBePaid({ in_review: false, open_prompts: [] })).toBe(false)
  })
})

describe('what happens next with an order', () => {
  const order = {
    ...({ status: 'pending', discarded: false, in_review: false, paid_at: null, open_prompts: [], delivery_kind: null } as const),
    delivery_to_agree: false,
  } as const
  it.each([
    [order, nextSteps.pending],
    [{ ...order, discarded: true }, 'It was not placed and waits for no payment.'],
    [{ ...order, in_review: true }, `${inReview.title} ${inReview.next}`],
    [{ ...order, status: 'shipped' as const, in_review: true, paid_at: '2026-11-23' }, nextSteps.shipped],
    [{ ...order, open_prompts: [{}] }, nextSteps.pending],
    [{ ...order, status: 'cancelled' as const, open_prompts: [{}] }, `It was cancelled. ${refusePrompt}`],
    [{ ...order, status: 'cancelled' as const }, nextSteps.cancelled],
    [{ ...order, status: 'shipped' as const, delivery_kind: 'stage' as const }, nextSteps.shipped],
    [{ ...order, status: 'shipped' as const, delivery_kind: 'pickup' as const }, readyToCollect],
    [{ ...order, delivery_kind: 'collect' as const }, nextSteps.pending],
    [{ ...order, status: 'delivered' as const, delivery_kind: 'collect' as const }, collected],
    [{ ...order, status: 'delivered' as const, delivery_kind: 'door' as const }, nextSteps.delivered],
    [{ ...order, delivery_to_agree: true }, nextSteps.pending],
    [{ ...order, status: 'waiting_shipment' as const, delivery_to_agree: true }, `${toAgree.next} Then it is shipped.`],
  ])('%j: %s', (standing, step) => expect(nextStep({ ...standing, open_prompts: [...standing.open_prompts] })).toBe(step))
})

const day = (of: number) => `2026-11-${of}T08:00:00.000Z`
const order: StepsOrder = {
  status: 'waiting_shipment',
  paid_at: day(20),
  packed_at: null,
  delivery_kind: 'door',
  timeline: [
    { status: 'awaiting_payment', at: day(20) },
    { status: 'waiting_shipment', at: day(20) },
  ],
  parcel: null,
}
const rider = { by_rider: true, on_the_way_at: null, handed_over_at: null }
const shipped = {
  ...order,
  status: 'shipped' as const,
  packed_at: day(21),
  timeline: [...order.timeline, { status: 'shipped' as const, at: day(22) }],
}
const delivered = { ...shipped, status: 'delivered' as const, timeline: [...shipped.timeline, { status: 'delivered' as const, at: day(24) }] }
/** `Paid 20`, `Packed done` without a time, or only `Delivered` of a step that is not done. */
const said = (of: StepsOrder, receiver: string | null = null) =>
  deliverySteps(of, receiver).map(({ label, isDone, at, note }) => [label, at?.slice(8, 10), isDone && !at && 'done', note].filter(Boolean).join(' '))

describe('the four steps of an order', () => {
  it.each<[string, StepsOrder, string[]]>([
    ['paid', order, ['Paid 20', 'Packed', 'On its way', 'Delivered']],
    ['packed', { ...order, packed_at: day(21) }, ['Paid 20', 'Packed 21', 'On its way', 'Delivered']],
    ['shipped', shipped, ['Paid 20', 'Shipped 22', 'On its way 22', 'Delivered']],
    ['with a rider who has not set out', { ...shipped, parcel: rider }, ['Paid 20', 'Shipped 22', 'On its way', 'Delivered']],
    [
      'with a rider on the way',
      { ...shipped, parcel: { ...rider, on_the_way_at: day(23) } },
      ['Paid 20', 'Shipped 22', 'On its way 23', 'Delivered'],
    ],
    ['delivered', delivered, ['Paid 20', 'Shipped 22', 'On its way 22', 'Delivered 24']],
    ['earned', { ...delivered, status: 'commission_earned' }, ['Paid 20', 'Shipped 22', 'On its way 22', 'Delivered 24']],
    [
      'confirmed and handed over at once',
      {
        ...delivered,
        packed_at: null,
        timeline: [
          { status: 'confirmed', at: day(20) },
          { status: 'delivered', at: day(24) },
        ],
      },
      ['Confirmed 20', 'Shipped done', 'On its way done', 'Delivered 24'],
    ],
    ['to collect, not ready', { ...order, delivery_kind: 'collect', packed_at: day(21) }, ['Paid 20', 'Packed 21', 'Ready to collect', 'Collected']],
    ['ready at a pick-up point', { ...shipped, delivery_kind: 'pickup' }, ['Paid 20', 'Packed 21', 'Ready to collect 22', 'Collected']],
    ['collected', { ...delivered, delivery_kind: 'collect' }, ['Paid 20', 'Packed 21', 'Ready to collect 22', 'Collected 24']],
    [
      'cancelled on its way, and paid after all',
      {
        ...shipped,
        status: 'waiting_shipment',
        packed_at: null,
        timeline: [...shipped.timeline, { status: 'cancelled', at: day(23) }, { status: 'waiting_shipment', at: day(24) }],
      },
      ['Paid 20', 'Packed', 'On its way', 'Delivered'],
    ],
    ['from before there were zones', { ...shipped, delivery_kind: null }, ['Paid 20', 'Shipped 22', 'On its way 22', 'Delivered']],
  ])('%s', (_, of, steps) => expect(said(of)).toEqual(steps))

  it('have the time null where it is not known', () => {
    const handed = { ...delivered, timeline: [{ status: 'delivered' as const, at: day(24) }] }
    expect(deliverySteps(handed, null).map(({ at }) => at)).toEqual([day(20), null, null, day(24)])
  })

  it('name who took it from the rider, where the reader may know', () => {
    const parcel = { ...rider, on_the_way_at: day(23), handed_over_at: day(24) }
    expect(said({ ...delivered, parcel }, 'Amina').at(-1)).toBe('Delivered 24 Handed over to Amina')
    expect(said({ ...delivered, parcel }).at(-1)).toBe('Delivered 24')
    expect(said(delivered, 'Amina').at(-1), 'by the shop itself').toBe('Delivered 24')
    expect(said({ ...delivered, status: 'waiting_shipment', parcel }, 'Amina').at(-1), 'it came back and waits anew').not.toContain('Amina')
  })

  it('are none while it is unpaid, nor once it is closed', () => {
    const without = (Object.keys(orderStatuses) as OrderStatus[]).filter((status) => said({ ...order, status }).length === 0)
    expect(without).toEqual(['pending', 'awaiting_payment', 'payment_failed', 'buyer_not_paid', 'cancelled'])
  })
})
