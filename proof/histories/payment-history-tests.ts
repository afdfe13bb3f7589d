import fc from 'fast-check'
import { expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { openWorld, type Step, useAuditor } from '../../test/payment-world.ts'
import { recordPromise } from '../../test/promises.ts'

/** Histories of payments, as chance has them: our books and M-Pesa's stay the same. A failure prints seed and path, and `VIATU_SEED` takes them up again. The short run takes the same steps each time. */
export function paymentHistoryTests(histories: number, givenSeed?: number) {
  const database = useDatabase()
  const auditor = useAuditor(database)
  const seed = process.env.VIATU_SEED ? Number(process.env.VIATU_SEED) : givenSeed

  const which = fc.nat(5)
  const taking = fc.constantFrom(...(['accepted', 'accepted', 'accepted', 'refused', 'busy', 'lost', 'silent', 'died', 'died'] as const))
  const answering = fc.constantFrom(...(['truth', 'truth', 'nothing', 'failed', 'unknown code'] as const))
  const pairs = fc.constantFrom<[number, number]>([1, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 3], [2, 3])
  /** The delivery option: one of two, the cheapest of them, or one elsewhere. */
  const by = fc.nat(3)

  const single = fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ do: fc.constant('place' as const), pairs, taking, by }),
    fc.record({ do: fc.constant('place' as const), pairs, taking: fc.constant('accepted' as const), by }),
    fc.record({
      do: fc.constant('change option' as const),
      option: fc.nat(1),
      fee: fc.constantFrom(0, 1, 300, 20_000),
      isOn: fc.constantFrom(true, true, false),
    }),
    fc.record({ do: fc.constant('retry' as const), order: which, taking, sameNumber: fc.boolean() }),
    fc.record({
      do: fc.constant('change number' as const),
      order: which,
      taking,
      to: fc.constantFrom('a new one', 'a new one', 'an old one'),
    }),
    fc.record({
      do: fc.constant('change number' as const),
      order: which,
      taking: fc.constant('accepted' as const),
      to: fc.constant('a new one' as const),
    }),
    fc.record({ do: fc.constant('pay' as const), prompt: which }),
    fc.record({ do: fc.constant('pay' as const), prompt: which }),
    fc.record({ do: fc.constant('fail' as const), prompt: which, code: fc.constantFrom('1032', '1037', '1', 'SFC_IC0003') }),
    fc.record({
      do: fc.constant('tell' as const),
      prompt: which,
      telling: fc.constantFrom(
        'truth',
        'truth',
        'truth',
        'truth, five times',
        'wrong amount',
        'no amount',
        'no receipt',
        'failed',
        'nonsense',
        'unknown code',
      ),
    }),
    fc.record({ do: fc.constant('tell' as const), prompt: which, telling: fc.constant('truth' as const) }),
    fc.record({ do: fc.constant('check' as const), answering }),
    fc.record({ do: fc.constant('ask' as const), order: which, answering }),
    fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(6, 11, 25, 50, 181, 700, 1860) }),
    fc.record({
      do: fc.constant('status' as const),
      order: which,
      to: fc.constantFrom('cancelled', 'confirmed', 'confirmed', 'shipped', 'shipped', 'delivered'),
      restock: fc.boolean(),
    }),
    fc.record({ do: fc.constant('discard' as const), order: which }),
    fc.record({ do: fc.constant('record' as const), order: which, receipt: fc.constantFrom('of a prompt', 'of its own') }),
  )
  const step = fc.oneof(
    { weight: 8, arbitrary: single },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('both' as const), steps: fc.tuple(single, single) }) },
  )

  it(`keeps its books through ${histories} histories of payments`, { timeout: 6 * 3_600_000 }, async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25, size: 'max' }), async (steps) => {
        const world = await openWorld(database, auditor)
        try {
          for (const each of steps) await world.take(each)
          await world.close()
          taken += steps.length
        } finally {
          await auditor.empty()
        }
      }),
      { numRuns: histories, seed, endOnFailure: false },
    )
    expect(taken).toBeGreaterThan(histories * 4)
    if (histories < 1_000) return
    recordPromise({
      promise: 'Whatever becomes of a payment, and in whatever order, our books end as those of M-Pesa',
      command: histories === 10_000 ? 'npm run proof -- histories' : `VIATU_HISTORIES=${histories} npm run proof -- histories`,
      figure: `${histories} histories of payments, ${taken} steps: every book balanced and equal to M-Pesa's`,
    })
  })
}
