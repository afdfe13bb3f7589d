import { expect, it } from 'vitest'
import { deletionRefusal, type OpenOrder } from '#domain/user-data.ts'

const open = (reason: OpenOrder['reason'], ...codes: string[]) => codes.map((code) => ({ code, reason, isReceiver: false }))

it('nothing stands in the way of deleting a customer whose orders are all finished', () => expect(deletionRefusal([])).toBeNull())

it.each<[OpenOrder[], string]>([
  [open('undelivered', '1a2b3c4d'), 'Order 1a2b3c4d is paid and not delivered.'],
  [open('unpaid', '1a', '2b'), 'Orders 1a and 2b can still be paid.'],
  [
    [...open('unpaid', '1a'), ...open('refund', '2b', '3c', '4d'), ...open('fresh', '5e')],
    'Orders 2b, 3c and 4d have money that is due back. Order 1a can still be paid. Order 5e was placed in the last half hour.',
  ],
  [open('undelivered', '1', '2', '3', '4', '5', '6', '7'), 'Orders 1, 2, 3, 4, 5 and 2 more are paid and not delivered.'],
  [[{ code: '1a', reason: 'undelivered', isReceiver: true }], 'Order 1a (they receive it) is paid and not delivered.'],
])('the orders in the way are named: %j', (orders, text) => expect(deletionRefusal(orders)).toBe(text))
