import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocate,
  availableBalance,
  belowZeroReason,
  cancellationRefusal,
  closedWallet,
  mayBePaidByHand,
  mayBeRejected,
  nextPayoutQueryAfter,
  type PayoutStatus,
  paidEffect,
  payoutAmount,
  payoutRefusal,
  payoutStatuses,
} from '#domain/payout.ts'

const wallet = { available: 1_000_50, hasOpen: false, minimum: 10_00 }
const full = { phone: '254712345678', name: 'Achieng Otieno' }

describe('a payout', () => {
  it.each([0, -0, -1, -0.5, 1000.51, 1001, 1e308])('of %s is refused in the words of the specification', (amount) =>
    expect(payoutRefusal({ amount, ...full }, wallet)).toBe('payout_invalid'),
  )

  it.each<[unknown, string]>([
    ...[undefined, null, ''].map((amount): [unknown, string] => [amount, 'payout_amount_missing']),
    ...['500', 'five', '٣', Number.NaN, Number.POSITIVE_INFINITY, [], {}].map((amount): [unknown, string] => [amount, 'payout_amount_unclear']),
    ...[0.001, 10.5, 1000.5].map((amount): [unknown, string] => [amount, 'payout_amount_cents']),
  ])('of %s is refused in words of its own', (amount, refusal) => expect(payoutRefusal({ amount, ...full }, wallet)).toBe(refusal))

  it.each<[string, Parameters<typeof payoutRefusal>, string | null]>([
    ['within the balance is granted', [{ amount: 1000, ...full }, wallet], null],
    ['whose details come later is granted', [{ amount: 1000 }, wallet], null],
    ['below the minimum is too small', [{ amount: 9, ...full }, wallet], 'payout_too_small'],
    [
      'above what M-Pesa pays at once is too large',
      [
        { amount: 250_001, ...full },
        { ...wallet, available: 300_000_00 },
      ],
      'payout_too_large',
    ],
    ['without a phone lacks details', [{ amount: 100, ...full, phone: ' ' }, wallet], 'payout_details_missing'],
    ['without a name lacks details', [{ amount: 100, ...full, name: null }, wallet], 'payout_details_missing'],
    [
      'waits for the one before',
      [
        { amount: 100, ...full },
        { ...wallet, hasOpen: true },
      ],
      'payout_open',
    ],
    [
      'cannot come of less than nothing',
      [
        { amount: 10, ...full },
        { ...wallet, available: -1 },
      ],
      'payout_invalid',
    ],
  ])('%s', (_, given, refusal) => expect(payoutRefusal(...given)).toBe(refusal))

  it('is in whole shillings and never more than there is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer()), fc.integer({ min: -100_000, max: 100_000_00 }), (amount, available) => {
        if (payoutRefusal({ amount, ...full }, { ...wallet, available }) !== null) return
        const cents = payoutAmount(amount) as number
        expect(cents % 100).toBe(0)
        expect(cents).toBeLessThanOrEqual(available)
      }),
    )
  })

  const commissions = fc
    .array(fc.record({ left: fc.integer({ min: 0, max: 50_000 }), isClawedBack: fc.boolean() }), { maxLength: 20 })
    .map((list) => list.map((each, place) => ({ id: String(place), ...each })))

  it('is allocated to the cent: its parts sum to it, the oldest first, and none gets more than it is owed', () => {
    fc.assert(
      fc.property(commissions, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const all = list.reduce((total, { left }) => total + left, 0)
        const amount = Math.floor(all * share)
        const parts = allocate(amount, list)
        expect(parts.reduce((total, part) => total + part.amount, 0)).toBe(amount)
        for (const part of parts) {
          const left = list[Number(part.id)]?.left as number
          expect(part.amount).toBeGreaterThan(0)
          expect(part.amount).toBeLessThanOrEqual(left)
          expect(part.isCovered).toBe(part.amount === left)
        }
        // Only the last part may leave something.
        expect(parts.slice(0, -1).every(({ isCovered }) => isCovered)).toBe(true)
        expect(() => allocate(all + 1, list)).toThrow('do not cover')
      }),
    )
  })

  it('lessens the balance until it is rejected or fails', () => {
    const statuses = fc.constantFrom(...(Object.keys(payoutStatuses) as PayoutStatus[]))
    fc.assert(
      fc.property(
        fc.array(fc.nat(10_000)),
        fc.array(fc.record({ status: statuses, amount: fc.nat(10_000) })),
        fc.array(fc.nat(10_000)),
        (earned, payouts, clawbacks) => {
          const balance = availableBalance({ earned, payouts, clawbacks })
          const back = payouts.map((payout) => ({ ...payout, status: 'failed' as const }))
          const reserved = payouts
            .filter(({ status }) => status !== 'failed' && status !== 'rejected')
            .reduce((total, { amount }) => total + amount, 0)
          expect(availableBalance({ earned, payouts: back, clawbacks }) - balance).toBe(reserved)
          expect(availableBalance({ earned: [...earned, 7], payouts, clawbacks: [...clawbacks, 7] })).toBe(balance)
        },
      ),
    )
  })
})

describe('the form for a payout', () => {
  it.each([
    [-899_00, 'Orders you were paid for were cancelled, so your balance is KSh 899 below zero. The next commissions make up for it.'],
    [0, 'Payouts begin at KSh 10, and your balance is KSh 0. Commissions join it when they are approved.'],
    [9_99, 'Payouts begin at KSh 10, and your balance is KSh 9.99. Commissions join it when they are approved.'],
    [10_00, null],
  ])('at %i cents is closed: %s', (available, reason) => expect(closedWallet({ available, minimum: 10_00, carried: 0 })).toBe(reason))

  it('is closed until the limit of a day lets the next request through', () => {
    const open = { available: 10_00, minimum: 10_00, carried: 0 }
    expect(closedWallet({ ...open, nextAt: '2026-11-28T11:05:00.000Z' })).toBe(
      'At most 5 payouts can be requested in 24 hours, or 20 with cancelled ones. The next request is possible from 28 Nov 2026, 2:05 PM on.',
    )
    expect(closedWallet({ ...open, nextAt: null })).toBe(null)
  })

  it.each([
    [-500_00, 'An account of yours that was deleted owed KSh 800, so your balance is KSh 500 below zero. The next commissions make up for it.'],
    [
      -900_00,
      'An account of yours that was deleted owed KSh 800, and orders you were paid for were cancelled, so your balance is KSh 900 below zero. The next commissions make up for it.',
    ],
    [10_00, null],
  ])('at %i cents with a debt of KSh 800 is closed: %s', (available, reason) =>
    expect(closedWallet({ available, minimum: 10_00, carried: 800_00 })).toBe(reason),
  )
})

describe('an own request', () => {
  const standing = { isExported: false, hasUnrecordedPayment: false }
  it.each<[PayoutStatus, Partial<typeof standing>, string | null]>([
    ['pending', {}, null],
    ['pending', { isExported: true }, 'we are paying it.'],
    ['pending', { hasUnrecordedPayment: true }, 'we are paying it.'],
    ['processing', {}, 'it is on its way by M-Pesa.'],
    ['completed', {}, 'it was paid.'],
    ['failed', {}, 'it could not be paid, and its money is back in your balance.'],
  ])('that is %s %o can be cancelled unless %s', (status, more, refusal) =>
    expect(cancellationRefusal({ ...standing, status, ...more })).toBe(refusal),
  )
})

describe('M-Pesa’s word that it paid', () => {
  const standing = { amount: 300_00, receipt: null, isInReview: false, hasUnrecordedPayment: false }
  const told = { receipt: 'TPAID00001', amount: 300_00 }
  it.each<[string, PayoutStatus, Partial<typeof told>, object]>([
    ['of what is on its way is written down', 'processing', {}, { do: 'record', receipt: 'TPAID00001' }],
    ['of what was never sent is written down', 'pending', {}, { do: 'record', receipt: 'TPAID00001' }],
    ['without an amount is believed', 'processing', { amount: null as never }, { do: 'record' }],
    [
      'of another amount is a person’s',
      'processing',
      { amount: 301_00 },
      { do: 'review', reason: 'M-Pesa paid KSh 301, not the amount of the payout: TPAID00001' },
    ],
    ['without a receipt is a person’s, and asked about', 'processing', { receipt: null as never }, { do: 'review', ask: true }],
    ['of a failure comes late', 'failed', {}, { do: 'record late' }],
    ['of a rejection comes late', 'rejected', {}, { do: 'record late' }],
    ['of a failure without a receipt is a person’s', 'failed', { receipt: null as never }, { do: 'review', ask: false }],
    ['of another amount of a rejection is a person’s', 'rejected', { amount: 1_00 }, { do: 'review' }],
    ['of a completed one names a second receipt', 'completed', {}, { do: 'review', reason: 'M-Pesa names a second receipt: TPAID00001' }],
    ['of a completed one without a receipt is known', 'completed', { receipt: null as never }, { do: 'nothing' }],
  ])('%s', (_, status, news, effect) => expect(paidEffect({ ...standing, status }, { ...told, ...news })).toMatchObject(effect))

  it('leaves to people what they may do', () => {
    const states = (Object.keys(payoutStatuses) as PayoutStatus[]).flatMap((status) =>
      [false, true].flatMap((isInReview) =>
        (isInReview ? [false, true] : [false]).map((hasUnrecordedPayment) => ({
          ...standing,
          status,
          isInReview,
          hasUnrecordedPayment,
          isHeld: false,
          isByAdmin: true,
        })),
      ),
    )
    const name = ({ status, isInReview, hasUnrecordedPayment }: (typeof states)[number]) =>
      [status, isInReview && 'desk', hasUnrecordedPayment && 'unbooked'].filter(Boolean).join(' ')
    expect(mayBePaidByHand({ status: 'pending', isInReview: true, hasUnrecordedPayment: false, isHeld: true, isByAdmin: false }), 'held').toBe(false)
    expect(states.filter(mayBeRejected).map(name)).toEqual(['pending', 'pending desk', 'processing desk'])
    expect(states.filter(mayBePaidByHand).map(name)).toEqual([
      'pending',
      'pending desk',
      'pending desk unbooked',
      'processing desk',
      'processing desk unbooked',
      'rejected desk unbooked',
      'failed desk unbooked',
    ])
    expect(
      states
        .map((state) => ({ ...state, isByAdmin: false }))
        .filter(mayBePaidByHand)
        .map(name),
      'what no admin rejected may have been paid by hand before',
    ).toContain('rejected')
  })
})

describe('at its bounds', () => {
  const rich = { available: 300_000_00, hasOpen: false, minimum: 10_00 }
  it.each([
    [10, null],
    [9, 'payout_too_small'],
    [250_000, null],
    [250_001, 'payout_too_large'],
  ])('a payout of %i: %s', (amount, refusal) => expect(payoutRefusal({ amount, ...full }, rich)).toBe(refusal))
  it('an amount is whole shillings from 1 to ten million', () =>
    expect([0, 1, 10_000_000, 10_000_001, 1.5, '5'].map(payoutAmount)).toEqual([null, 100, 1_000_000_000, null, null, null]))
})

it('waits for somebody until it has an end', () =>
  expect((Object.keys(payoutStatuses) as PayoutStatus[]).filter((status) => payoutStatuses[status].waiting)).toEqual(['pending', 'processing']))

it('takes clawbacks and carried debts off the balance', () =>
  expect(availableBalance({ earned: [1000], payouts: [{ status: 'completed', amount: 100 }], clawbacks: [10], carried: 1 })).toBe(889))

it('blames cancelled orders only for what a debt does not explain', () => {
  expect(belowZeroReason({ available: -800, carried: 800 })).not.toMatch(/cancelled/)
  expect(belowZeroReason({ available: -801, carried: 800 })).toMatch(/cancelled$/)
})

it('asks M-Pesa about a payout after 1, 2, 5 and 15 minutes, then hourly for a day', () => {
  expect([0, 1, 2, 3, 4, 27, 28].map(nextPayoutQueryAfter)).toEqual([60, 120, 300, 900, 3600, 3600, null])
})

it.each([
  ['completed', { receipt: null, amount: null }, { do: 'nothing' }],
  ['completed', { receipt: 'OLD', amount: 500_00 }, { do: 'nothing' }],
  ['completed', { receipt: 'NEW', amount: 500_00 }, { do: 'review', reason: 'M-Pesa names a second receipt: NEW', ask: false }],
  ['processing', { receipt: null, amount: 400_00 }, { do: 'review', reason: 'M-Pesa paid KSh 400, not the amount of the payout', ask: false }],
  ['processing', { receipt: 'NEW', amount: 400_00 }, { do: 'review', reason: 'M-Pesa paid KSh 400, not the amount of the payout: NEW', ask: false }],
  ['processing', { receipt: null, amount: 500_00 }, { do: 'review', reason: 'M-Pesa says it paid, and names no receipt', ask: true }],
  [
    'failed',
    { receipt: 'NEW', amount: 500_00 },
    { do: 'record late', receipt: 'NEW', otherwise: 'M-Pesa paid it after it had failed, and its money is gone: NEW' },
  ],
  [
    'rejected',
    { receipt: 'NEW', amount: null },
    { do: 'record late', receipt: 'NEW', otherwise: 'M-Pesa paid it after it was rejected, and its money is gone: NEW' },
  ],
] as const)('a %s payout that M-Pesa reports as paid with %j', (status, report, effect) =>
  expect(paidEffect({ status, amount: 500_00, receipt: 'OLD', isInReview: false, hasUnrecordedPayment: false }, report)).toEqual(effect),
)
