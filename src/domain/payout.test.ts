import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, availableBalance, type PayoutStatus, payoutRefusal, payoutStatuses, wishedCents } from '#domain/payout.ts'

const wallet = { available: 1_000_50, hasOpen: false, minimum: 10_00 }
const full = { phone: '254712345678', name: 'Achieng Otieno' }

describe('a payout', () => {
  it.each([0, -1, 0.001, 1000.51, 1001, Number.NaN, Number.POSITIVE_INFINITY, 1e308, '500', '٣', null, undefined, [], {}, 10.5])(
    'of %s is refused in the words of the specification',
    (amount) => expect(payoutRefusal({ amount, ...full }, wallet)).toBe('payout_invalid'),
  )

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
        const cents = wishedCents(amount) as number
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
