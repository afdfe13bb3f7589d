import { describe, expect, it } from 'vitest'
import { exchangeUntil, lateText, onTimePercent, type PromiseOutcome, promiseOutcome, promiseText } from '#domain/delivery-promise.ts'

const late_at = '2026-11-25T12:00:00.000Z'

it.each([
  ['is late', late_at, '2026-11-25', 'It will be later than promised (Wed 25 Nov).'],
  ['is not late', null, '2026-11-25', null],
  ['was promised for no day', late_at, null, null],
  ['is from before there were promises', null, null, null],
])('the buyer of an order that %s, late at %s and promised to %s, reads %j', (_, late_at, promised_to, said) =>
  expect(lateText({ late_at, promised_to })).toBe(said),
)

it.each([
  ['Arrives', { status: 'shipped', delivery_kind: 'door' }],
  ['Ready', { status: 'waiting_shipment', delivery_kind: 'pickup' }],
  ['Promised', { status: 'delivered', delivery_kind: 'door' }],
  ['Promised', { status: 'commission_earned', delivery_kind: 'collect' }],
  ['Promised', { status: 'cancelled', delivery_kind: 'door' }],
  ['Promised', { status: 'buyer_not_paid', delivery_kind: 'door' }],
  ['Promised', { status: 'shipped', delivery_kind: 'door', late_at: '2026-11-25T12:00:00Z' }],
  ['Promised', { status: 'shipped', delivery_kind: 'door', late: 'It will be later than promised (Wed 25 Nov).' }],
] as const)('an order says %s: %o', (word, order) =>
  expect(promiseText({ ...order, promised_from: '2026-11-24', promised_to: '2026-11-25' })).toBe(`${word} Tue 24 - Wed 25 Nov`),
)

it.each([
  {},
  { promised_from: null, promised_to: null },
  { promised_from: '2026-11-24', promised_to: null },
  { promised_from: null, promised_to: '2026-11-25' },
])('an order that was promised no days says nothing of them: %o', (days) =>
  expect(promiseText({ status: 'shipped', delivery_kind: 'door', ...days })).toBeNull(),
)

it.each([
  [7, '2026-11-27T20:59:00Z', 'Exchange until Fri 4 Dec.'],
  [7, '2026-11-27T21:00:00Z', 'Exchange until Sat 5 Dec.'],
  [0, '2026-11-27T10:00:00Z', ''],
])('%j days of exchange after %j end on a day: %j', (days, deliveredAt, text) => expect(exchangeUntil(deliveredAt, days)).toBe(text))

describe('promiseOutcome', () => {
  it.each<[string, boolean | null, boolean, boolean, PromiseOutcome | null]>([
    ['one that came by its last day, and the day is not over', true, false, false, 'on_time'],
    ['one that came by its last day', true, true, false, 'on_time'],
    ['one that came after it', false, true, false, 'late'],
    ['one that has not come, on its last day', null, false, true, null],
    ['one that has not come, after it', null, true, true, 'late'],
    ['a parcel with a courier, on its last day', null, false, false, null],
    ['a parcel with a courier, after it', null, true, false, 'not_known'],
  ])('of %s', (_, came_in_time, is_day_over, is_awaited, outcome) => {
    expect(promiseOutcome({ came_in_time, is_day_over, is_awaited })).toBe(outcome)
  })
})

it('says that all were on time only where all were', () => {
  expect(onTimePercent({ on_time: 3, late: 0 })).toBe(100)
  expect(onTimePercent({ on_time: 1999, late: 1 })).toBe(99)
  expect(onTimePercent({ on_time: 2, late: 2 })).toBe(50)
  expect(onTimePercent({ on_time: 0, late: 2 })).toBe(0)
  expect(onTimePercent({ on_time: 0, late: 0 })).toBeNull()
})
