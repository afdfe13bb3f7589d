import { expect, it } from 'vitest'
import {
  clearedMessage,
  debtsMessage,
  deletionRefusal,
  type ObstacleName,
  type OpenOrder,
  obstacleSentence,
  restoredMessage,
  unshippedMessage,
  waitingBuyersMessage,
} from '#domain/user-data.ts'

it('speaks of one as of one', () => {
  expect([1, 2].map((orders) => waitingBuyersMessage({ orders, sum: 4500 }))).toEqual([
    'Its buyer waits for shoes, and will find that the order was cleared.',
    'Their buyers wait for shoes, and will find that their orders were cleared.',
  ])
  expect([1, 1200].map((orders) => unshippedMessage({ orders, sum: 4500 }))).toEqual([
    'One order of KSh 4,500 is paid and has not been shipped.',
    '1,200 orders of KSh 4,500 in all are paid and have not been shipped.',
  ])
  expect([0, 1, 1200].map(clearedMessage)).toEqual([
    '0 orders were cleared; a snapshot is kept below.',
    'One order was cleared; a snapshot is kept below.',
    '1,200 orders were cleared; a snapshot is kept below.',
  ])
  expect([1, 2].map((debts) => debtsMessage({ debts, sum: 1088 }))).toEqual([
    'It also wipes one debt of a deleted account, of KSh 1,088.',
    'It also wipes 2 debts of deleted accounts, of KSh 1,088 in all.',
  ])
  expect([restoredMessage({ orders: 1, unpaid: 0, codes_taken: 0 }), restoredMessage({ orders: 1200, unpaid: 1, codes_taken: 2 })]).toEqual([
    'One order is back.',
    '1,200 orders are back. One order that waited for its money is Buyer Not Paid now. 2 affiliates have no code any more, because somebody else has it.',
  ])
})

it.each<[ObstacleName, string[] | number, string | null]>([
  ['lines', 0, null],
  ['orders', [], null],
  ['lines', 1, 'The product of 1 line, or its size, is gone.'],
  ['lines', 1200, 'The products of 1,200 lines, or their sizes, are gone.'],
  ['receipts', ['QKJ4XT81ZP was used by order 1a2b3c4d'], 'Receipt QKJ4XT81ZP was used by order 1a2b3c4d.'],
  ['orders', ['a', 'b'], 'Orders a and b are in the shop already.'],
  ['orders', ['1', '2', '3', '4', '5'], 'Orders 1, 2, 3, 4 and 5 are in the shop already.'],
  ['orders', ['1', '2', '3', '4', '5', '6', '7'], 'Orders 1, 2, 3, 4, 5 and 2 more are in the shop already.'],
  ['old', 1, 'This snapshot is older than putting back: it holds too little for it. It can still be downloaded.'],
])('%s %j', (name, what, text) => expect(obstacleSentence(name, what)).toBe(text))

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
