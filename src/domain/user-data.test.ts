import { expect, it } from 'vitest'
import { clearedMessage, debtsMessage, restoredMessage, unshippedMessage, waitingBuyersMessage } from '#domain/user-data.ts'

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
