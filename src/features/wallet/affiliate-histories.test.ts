import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AffiliateStep, openAffiliateWorld } from '../../../test/affiliate-world.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
/** `VIATU_STEPS=10000` for the long run (npm run test:long); a failure prints seed and path, and `VIATU_SEED` takes them up again. */
const wanted = Number(process.env.VIATU_STEPS ?? 400)
const seed = process.env.VIATU_SEED ? Number(process.env.VIATU_SEED) : undefined

const which = fc.nat(11)
const order = fc.constantFrom(
  ...(['pay', 'pay', 'pay', 'cancel', 'expire', 'record', 'approve', 'approve', 'approve', 'reject', 'call back'] as const),
)
const payout = fc.constantFrom(...(['complete', 'complete', 'send', 'send', 'refuse'] as const))
const telling = fc.constantFrom(...(['paid', 'paid', 'failed', 'late', 'paid twice'] as const))
const place: fc.Arbitrary<AffiliateStep> = fc.record({ do: fc.constant('place' as const), who: fc.nat(1), pairs: fc.integer({ min: 1, max: 4 }) })
const moveOrder: fc.Arbitrary<AffiliateStep> = fc.record({ do: order, order: which })
const request: fc.Arbitrary<AffiliateStep> = fc.record({
  do: fc.constant('request' as const),
  who: fc.nat(1),
  share: fc.constantFrom(0.3, 0.5, 1, 1, 1.2),
})
const movePayout: fc.Arbitrary<AffiliateStep> = fc.record({ do: payout, payout: which })
const tell: fc.Arbitrary<AffiliateStep> = fc.record({ do: fc.constant('tell' as const), payout: which, outcome: telling })
const single = fc.oneof(
  { weight: 3, arbitrary: place },
  { weight: 9, arbitrary: moveOrder },
  { weight: 4, arbitrary: request },
  { weight: 4, arbitrary: movePayout },
  { weight: 3, arbitrary: tell },
)
const again: fc.Arbitrary<AffiliateStep> = fc.record({ do: fc.constant('twice' as const), step: fc.oneof(moveOrder, movePayout, tell) })
/** Every history begins with money in both wallets and a payout on its way: from nothing most steps would be refused. */
const opening: AffiliateStep[] = [
  ...[0, 1].flatMap((order): AffiliateStep[] => [
    { do: 'place', who: order, pairs: 2 },
    { do: 'pay', order },
    { do: 'approve', order },
  ]),
  { do: 'request', who: 0, share: 0.5 },
]
const step = fc.oneof({ weight: 10, arbitrary: single }, { weight: 1, arbitrary: again })

it(`keeps the wallets of affiliates through ${wanted} steps`, { timeout: 6 * 3_600_000 }, async () => {
  let taken = 0
  const reached = { completed: 0, failed: 0, paid: 0, takenBack: 0 }
  const runs = Math.ceil(wanted / 40)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), async (steps) => {
      const world = await openAffiliateWorld(database)
      for (const each of [...opening, ...steps]) {
        await world.take(each)
        taken++
      }
      await world.close()
      reached.completed += world.payouts.filter(({ status }) => status === 'completed').length
      reached.failed += world.payouts.filter(({ status }) => status === 'failed').length
      reached.paid += world.orders.filter(({ commission }) => commission === 'paid').length
      reached.takenBack += world.orders.filter(({ isTakenBack }) => isTakenBack).length
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  expect(taken).toBeGreaterThanOrEqual(wanted)
  // The steps do reach what they are about.
  expect(reached.completed).toBeGreaterThan(0)
  if (wanted >= 5_000) expect(Math.min(...Object.values(reached)), JSON.stringify(reached)).toBeGreaterThan(runs / 8)
})
