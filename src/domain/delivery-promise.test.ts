import { expect, it } from 'vitest'
import { exchangeUntil, promiseText } from '#domain/delivery-promise.ts'

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
