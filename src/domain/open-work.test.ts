import { expect, it } from 'vitest'
import { maxCounted } from '#domain/limits.ts'
import { openWorkOf, openWorkWords, waitingBySection, waitingInAll } from '#domain/open-work.ts'

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
