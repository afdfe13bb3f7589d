import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  approvalRefusal,
  atCommission,
  type CommissionState,
  type CommissionStatus,
  commissionActionTo,
  commissionBadge,
  commissionEffect,
  commissionOf,
  commissionPercents,
  commissionStatuses,
  likenessOf,
  mailboxOf,
  namingRefusal,
  type ReferredOrder,
  rateOf,
  systemReasons,
} from '#domain/commission.ts'
import { isUnpaid, type OrderStatus, orderStatuses } from '#domain/order.ts'

const anyOrder: fc.Arbitrary<ReferredOrder> = fc.record({
  status: fc.constantFrom(...(Object.keys(orderStatuses) as OrderStatus[])),
  isPaid: fc.boolean(),
  isDiscarded: fc.boolean(),
  isOwn: fc.boolean(),
  isAffiliateDeleted: fc.boolean(),
  isVisitOver: fc.boolean(),
})
const anyCommission: fc.Arbitrary<CommissionState> = fc
  .record({
    status: fc.constantFrom(...(Object.keys(commissionStatuses) as CommissionStatus[])),
    amount: fc.integer({ min: 10, max: 2_500_000 }),
    isBySystem: fc.boolean(),
    reason: fc.constantFrom(null, ...Object.values(systemReasons)),
    part: fc.constantFrom(0, 0.5, 1),
    isClawedBack: fc.boolean(),
  })
  .map(({ part, ...each }) => ({
    ...each,
    paidOut: each.status === 'paid' ? each.amount : each.status === 'approved' ? Math.floor(each.amount * part) : 0,
  }))
const anyBalance = fc.integer({ min: -1_000_000, max: 5_000_000 })

const good: ReferredOrder = {
  status: 'waiting_shipment',
  isPaid: true,
  isDiscarded: false,
  isOwn: false,
  isAffiliateDeleted: false,
  isVisitOver: false,
}
const pending: CommissionState = { status: 'pending', amount: 450_00, isBySystem: false, reason: null, paidOut: 0, isClawedBack: false }
const approved: CommissionState = { ...pending, status: 'approved' }

/** The commission after an effect. */
function outcome(commission: CommissionState | null, effect: ReturnType<typeof commissionEffect>): CommissionState | null {
  switch (effect.do) {
    case 'create':
      return pending
    case 'reopen':
      return { ...(commission as CommissionState), status: 'pending', isBySystem: false }
    case 'reject':
      return { ...(commission as CommissionState), status: 'rejected', isBySystem: true, reason: effect.reason }
    case 'claw back':
      return { ...(commission as CommissionState), isClawedBack: true }
    case 'undo clawback':
      return { ...(commission as CommissionState), isClawedBack: false }
    default:
      return commission
  }
}

describe('a commission', () => {
  it('is named at its rate where the specification says 10%', () => expect(atCommission('Earn 10% commission', 25)).toBe('Earn 25% commission'))

  it('is its share of the goods, to the cent', () => {
    expect(commissionOf(2549_00, 10)).toBe(254_90)
    const { least, most } = commissionPercents
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 250_000 }), fc.integer({ min: least, max: most }), (shillings, percent) => {
        expect(commissionOf(shillings * 100, percent)).toBe(shillings * percent)
        // As the tables have it, where C2 multiplies it again.
        expect(Math.round(shillings * rateOf(percent) * 100)).toBe(shillings * percent)
      }),
    )
  })

  it.each<[string, ReferredOrder, CommissionState | null, number, string]>([
    ['begins with its order', { ...good, status: 'pending', isPaid: false }, null, 0, 'create'],
    ['is rejected when the order is cancelled', { ...good, status: 'cancelled' }, pending, 0, 'reject'],
    ['is rejected when the hold runs out', { ...good, status: 'buyer_not_paid', isPaid: false }, pending, 0, 'reject'],
    ['is rejected when the order is discarded', { ...good, status: 'payment_failed', isDiscarded: true, isPaid: false }, pending, 0, 'reject'],
    ['waits while a payment may be tried again', { ...good, status: 'payment_failed', isPaid: false }, pending, 0, 'nothing'],
    ['comes back when the order is paid after all', good, { ...pending, status: 'rejected', isBySystem: true }, 0, 'reopen'],
    ['stays rejected where a person rejected it', good, { ...pending, status: 'rejected' }, 0, 'nothing'],
    ['is rejected when another order of its visit was paid first', { ...good, isVisitOver: true }, pending, 0, 'reject'],
    [
      'is rejected for what is true now',
      { ...good, isVisitOver: true },
      { ...pending, status: 'rejected', isBySystem: true, reason: systemReasons.unpaid },
      0,
      'reject',
    ],
    ['is nobody’s for one’s own purchase', { ...good, isOwn: true }, pending, 0, 'reject'],
    ['is given up with the affiliate’s account', { ...good, isAffiliateDeleted: true }, pending, 0, 'reject'],
    [
      'stays given up',
      { ...good, isAffiliateDeleted: true },
      { ...pending, status: 'rejected', isBySystem: true, reason: systemReasons.deleted },
      0,
      'nothing',
    ],
    ['is rejected after approval while the balance holds it', { ...good, status: 'cancelled' }, approved, 450_00, 'reject'],
    ['is clawed back when a payout counts on it', { ...good, status: 'cancelled' }, approved, 449_99, 'claw back'],
    ['is clawed back when part of it was paid', { ...good, status: 'cancelled' }, { ...approved, paidOut: 1 }, 900_00, 'claw back'],
    ['is clawed back when it was paid', { ...good, status: 'cancelled' }, { ...approved, status: 'paid', paidOut: 450_00 }, 900_00, 'claw back'],
    ['is clawed back once', { ...good, status: 'cancelled' }, { ...approved, isClawedBack: true }, 0, 'nothing'],
    ['is given back when the order is good again', good, { ...approved, isClawedBack: true }, 0, 'undo clawback'],
  ])('%s', (_, order, commission, available, effect) => expect(commissionEffect(order, commission, available).do).toBe(effect))

  it('is clawed back for what became of the order, though it was also bought through one’s own link', () =>
    expect(commissionEffect({ ...good, status: 'cancelled', isOwn: true }, { ...approved, paidOut: 1 }, 0)).toEqual({
      do: 'claw back',
      reason: systemReasons.cancelled,
    }))

  it('is in line after one step: the second changes nothing', () => {
    fc.assert(
      fc.property(anyOrder, fc.option(anyCommission), anyBalance, (order, commission, available) => {
        let now = commission
        // A new one is written and then held against its order.
        for (let step = 0; step < 2; step++) now = outcome(now, commissionEffect(order, now, available))
        expect(commissionEffect(order, now, available)).toEqual({ do: 'nothing' })
      }),
    )
  })

  it('of a dead order is rejected or taken back, and what was paid is never un-paid', () => {
    fc.assert(
      fc.property(anyOrder, anyCommission, anyBalance, (order, commission, available) => {
        const then = outcome(commission, commissionEffect(order, commission, available)) as CommissionState
        if (order.status === 'cancelled') expect(then.status === 'rejected' || then.isClawedBack).toBe(true)
        if (commission.paidOut > 0) expect(then.status).toBe(commission.status)
        // A rejection takes no more off the balance than it holds.
        if (commission.status === 'approved' && then.status === 'rejected') expect(available - commission.amount).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('is approved for paid orders only', () => {
    expect(approvalRefusal(good)).toBeNull()
    expect(approvalRefusal({ ...good, status: 'awaiting_payment', isPaid: false })).toBe('The order is not paid: Awaiting Payment.')
    expect(approvalRefusal({ ...good, isOwn: true })).toBe(`${systemReasons.own}.`)
    expect(approvalRefusal({ ...good, isAffiliateDeleted: true })).toBe(`${systemReasons.deleted}.`)
    expect(approvalRefusal({ ...good, isVisitOver: true })).toBe(`${systemReasons.visitOver}.`)
    fc.assert(
      fc.property(anyOrder, (order) => {
        if (!order.isPaid || order.isOwn || order.isAffiliateDeleted || order.isVisitOver || order.status === 'cancelled' || order.isDiscarded)
          expect(approvalRefusal(order)).not.toBeNull()
        else if (!isUnpaid(order.status) && order.status !== 'buyer_not_paid') expect(approvalRefusal(order)).toBeNull()
      }),
    )
  })

  it('is moved by two actions', () => {
    expect([commissionActionTo('approved'), commissionActionTo('rejected'), commissionActionTo('paid'), commissionActionTo('toString')]).toEqual([
      'approve',
      'reject',
      null,
      null,
    ])
  })
})

describe('the badge of a commission', () => {
  it('is of its status, and waits for an admin only while it is pending', () => {
    const statuses = Object.keys(commissionStatuses) as CommissionStatus[]
    expect(statuses.filter((status) => commissionBadge({ status, clawed_back: false }).waiting)).toEqual(['pending'])
    expect(commissionBadge({ status: 'approved', clawed_back: false })).toBe(commissionStatuses.approved)
  })
  it('says that a paid one was taken back', () =>
    expect(commissionBadge({ status: 'paid', clawed_back: true })).toEqual({ label: 'Taken back', tone: 'bad', waiting: false }))
})

it.each([
  [{}, null],
  [{ hasAffiliate: true }, 'This order has its affiliate already.'],
  [{ status: 'cancelled' as const }, 'The order was cancelled.'],
  [{ ageDays: 31 }, 'This order was placed more than 30 days ago.'],
  [{ percent: 0 }, 'Affiliates earn 0 % now: an owner sets another commission under Settings.'],
])('an affiliate for an order that is %j: %s', (changes, refusal) =>
  expect(namingRefusal({ status: 'shipped', isDiscarded: false, hasAffiliate: false, ageDays: 30, percent: 10, ...changes })).toBe(refusal),
)

describe('a mailbox', () => {
  it.each([
    ['Me@Example.com', 'me@example.com'],
    ['me+shoes@example.com', 'me@example.com'],
    ['m.e@example.com', 'm.e@example.com'],
    ['m.e+a+b@googlemail.com', 'me@gmail.com'],
    ['+254@example.com', '+254@example.com'],
  ])('of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
})

describe('a buyer is like the affiliate', () => {
  const affiliate = { name: 'Wanjiku Kamau', email: 'wanjiku.kamau@gmail.com', address: 'Moi Avenue 12, Nairobi' }
  const stranger = { name: 'Otieno Were', receiver: null, email: null, address: 'Nairobi' }
  it.each([
    [{}, null],
    [{ name: 'KAMAU  Wanjiku' }, 'Like the affiliate: same name'],
    [{ receiver: 'wanjiku kamau' }, 'Like the affiliate: same name'],
    [{ address: 'moi avenue 12 nairobi' }, 'Like the affiliate: same address'],
    [{ name: 'Wanjiku Kamau', email: 'wanjikukamau@yahoo.com' }, 'Like the affiliate: same name, e-mail at another provider'],
    [{ email: 'wanjiku@gmail.com' }, null],
  ])('by %o: %s', (changes, likeness) => expect(likenessOf({ ...stranger, ...changes }, affiliate)).toBe(likeness))

  it('not by a town, and not by what was deleted', () => {
    expect(likenessOf(stranger, { ...affiliate, address: 'Nairobi' })).toBe(null)
    expect(likenessOf({ ...stranger, address: 'Nairobi West' }, { ...affiliate, address: 'Nairobi West' })).toBe(null)
    expect(likenessOf({ ...stranger, name: '' }, { name: '', email: null, address: null })).toBe(null)
  })
})
