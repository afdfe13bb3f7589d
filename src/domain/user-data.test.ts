import { expect, it } from 'vitest'
import { clearedMessage, debtsMessage, unshippedMessage, waitingBuyersMessage } from '#domain/user-data.ts'

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
})
