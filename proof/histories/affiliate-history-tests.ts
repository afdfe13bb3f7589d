import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AffiliateStep, openAffiliateWorld, type PayoutAct, type PayoutReport } from '../../test/affiliate-world.ts'
import { useDatabase } from '../../test/database.ts'
import { recordPromise } from '../../test/promises.ts'

/** Steps of two affiliates, their orders and payouts, as chance has them. A failure prints seed and path, and `VIATU_SEED` takes them up again. The short run takes the same steps each time. */
export function affiliateHistoryTests(wanted: number, givenSeed?: number) {
  const database = useDatabase()
  const seed = process.env.VIATU_SEED ? Number(process.env.VIATU_SEED) : givenSeed

  const which = fc.nat(11)
  const newest = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) })
  const order = fc.constantFrom(
    ...(['pay', 'pay', 'pay', 'cancel', 'expire', 'record', 'approve', 'approve', 'approve', 'reject', 'call back'] as const),
  )
  const payout = fc.constantFrom<PayoutAct>(
    ...(['complete', 'complete', 'send', 'send', 'send', 'send', 'refuse', 'withdraw', 'insist', 'silence', 'silence'] as const),
    'paid by hand after cancel',
    ...(['look', 'looked at', 'book', 'give out', 'take back'] as const),
  )
  const telling = fc.constantFrom<PayoutReport>(
    ...(['paid', 'paid', 'failed', 'failed', 'failed', 'late', 'paid twice', 'other amount', 'no receipt', 'second receipt', 'nonsense'] as const),
    ...(['found paid', 'found failed', 'found open'] as const),
  )
  const place: fc.Arbitrary<AffiliateStep> = fc.record(
    { do: fc.constant('place' as const), who: fc.nat(1), pairs: fc.integer({ min: 1, max: 4 }), visitor: fc.nat(1) },
    { requiredKeys: ['do', 'who', 'pairs'] },
  )
  const follow: fc.Arbitrary<AffiliateStep> = fc.record({ do: fc.constant('follow' as const), who: fc.nat(1), visitor: fc.nat(1) })
  const transitionOrder: fc.Arbitrary<AffiliateStep> = fc.record({ do: order, order: which })
  const request: fc.Arbitrary<AffiliateStep> = fc.record({
    do: fc.constant('request' as const),
    who: fc.nat(1),
    share: fc.constantFrom(0.3, 0.5, 1, 1, 1.2),
  })
  const movePayout: fc.Arbitrary<AffiliateStep> = fc.record({ do: payout, payout: newest })
  const tell: fc.Arbitrary<AffiliateStep> = fc.record({ do: fc.constant('tell' as const), payout: newest, outcome: telling })
  const single = fc.oneof(
    { weight: 4, arbitrary: place },
    { weight: 2, arbitrary: follow },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('name' as const), who: fc.nat(1) }) },
    { weight: 9, arbitrary: transitionOrder },
    { weight: 4, arbitrary: request },
    { weight: 7, arbitrary: movePayout },
    { weight: 6, arbitrary: tell },
  )
  const again: fc.Arbitrary<AffiliateStep> = fc.record({ do: fc.constant('twice' as const), step: fc.oneof(transitionOrder, movePayout, tell) })
  /** Single steps rarely produce this: a payout that is over, a request for the next one, and M-Pesa's answer about the first. */
  const surprise: fc.Arbitrary<AffiliateStep[]> = fc
    .record({ who: fc.nat(1), over: fc.constantFrom('failed', 'silence'), next: fc.constantFrom(null, 'request', 'complete', 'send'), told: telling })
    .map(({ who, over, next, told }) => [
      { do: 'request', who, share: 0.5 },
      { do: 'send', payout: 0 },
      ...(over === 'failed'
        ? [{ do: 'tell', payout: 0, outcome: over } as const]
        : [{ do: over, payout: 0 } as const, { do: 'insist', payout: 0 } as const]),
      ...(next === null ? [] : [{ do: 'request', who, share: 1 } as const]),
      ...(next === null || next === 'request' ? [] : [{ do: next, payout: 0 } as const]),
      { do: 'tell', payout: next === null ? 0 : 1, outcome: told },
    ])
  /** Single steps rarely produce this: a request that is cancelled after it was paid by hand, and the next one, before its receipt is recorded. */
  const cancelledLate: fc.Arbitrary<AffiliateStep[]> = fc
    .record({ who: fc.nat(1), next: fc.constantFrom(null, 'request', 'complete', 'give out', 'send') })
    .map(({ who, next }) => [
      { do: 'request', who, share: 0.5 },
      { do: 'withdraw', payout: 0 },
      ...(next === null ? [] : [{ do: 'request', who, share: 1 } as const]),
      ...(next === null || next === 'request' ? [] : [{ do: next, payout: 0 } as const]),
      { do: 'paid by hand after cancel', payout: next === null ? 0 : 1 },
    ])
  /** Single steps rarely produce this: two orders of one visit, both paid, and a third that is given its affiliate by hand. */
  const rivals: fc.Arbitrary<AffiliateStep[]> = fc
    .record({ who: fc.nat(1), visitor: fc.nat(1), isFollowedAgain: fc.boolean(), first: fc.constantFrom(-1, -2), named: fc.nat(1) })
    .map(({ who, visitor, isFollowedAgain, first, named }) => [
      { do: 'follow', who, visitor },
      { do: 'place', who, pairs: 1, visitor },
      ...(isFollowedAgain ? [{ do: 'follow', who, visitor } as const] : []),
      { do: 'place', who, pairs: 2, visitor },
      { do: 'pay', order: first },
      { do: 'pay', order: -3 - first },
      { do: 'place', who, pairs: 1, visitor },
      { do: 'name', who: named },
      { do: 'pay', order: -1 },
    ])
  /** Every history begins with money in both wallets and a payout on its way: otherwise most steps would be refused. */
  const opening: AffiliateStep[] = [
    ...[0, 1].flatMap((order): AffiliateStep[] => [
      { do: 'place', who: order, pairs: 4 },
      { do: 'pay', order },
      { do: 'approve', order },
    ]),
    { do: 'request', who: 0, share: 0.3 },
  ]
  const step = fc.oneof(
    { weight: 20, arbitrary: single.map((each) => [each]) },
    { weight: 2, arbitrary: again.map((each) => [each]) },
    { weight: 1, arbitrary: surprise },
    { weight: 1, arbitrary: cancelledLate },
    { weight: 1, arbitrary: rivals },
  )

  it(`keeps the wallets of affiliates through ${wanted} steps`, { timeout: 6 * 3_600_000 }, async () => {
    let taken = 0
    const reached = { completed: 0, failed: 0, rejected: 0, onDesk: 0, unbooked: 0, paid: 0, takenBack: 0, visitOver: 0 }
    const runs = Math.ceil(wanted / 40)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), async (steps) => {
        const world = await openAffiliateWorld(database)
        for (const each of [...opening, ...steps.flat()]) {
          await world.take(each)
          taken++
        }
        await world.close()
        reached.completed += world.payouts.filter(({ status }) => status === 'completed').length
        reached.failed += world.payouts.filter(({ status }) => status === 'failed').length
        reached.rejected += world.payouts.filter(({ status, wasSent }) => status === 'rejected' && wasSent).length
        reached.onDesk += world.payouts.filter(({ isInReview }) => isInReview).length
        reached.unbooked += world.payouts.filter(({ hasUnrecordedPayment, status }) => hasUnrecordedPayment && status !== 'completed').length
        reached.paid += world.orders.filter(({ commission }) => commission === 'paid').length
        reached.visitOver += world.orders.filter((each) => each.isPaid && world.isVisitOver(each)).length
        reached.takenBack += world.orders.filter(({ isTakenBack }) => isTakenBack).length
      }),
      { numRuns: runs, seed, endOnFailure: true },
    )
    process.stdout.write(`${taken} steps in ${runs} histories of two wallets: ${JSON.stringify(reached)}\n`)
    expect(taken).toBeGreaterThanOrEqual(wanted)
    // The steps do produce the cases that they test.
    expect(reached.completed).toBeGreaterThan(0)
    if (wanted >= 5_000) expect(Math.min(...Object.values(reached)), JSON.stringify(reached)).toBeGreaterThan(runs / 8)
    if (wanted < 1_000) return
    recordPromise({
      promise: 'Whatever becomes of orders, commissions and payouts, the wallets of affiliates have what they earned and no more',
      command: wanted === 10_000 ? 'npm run proof -- histories' : `VIATU_STEPS=${wanted} npm run proof -- histories`,
      figure: `${taken} steps in ${runs} histories of two wallets: ${reached.completed} payouts completed, ${reached.failed} failed, ${reached.onDesk} left to a person; every wallet right`,
    })
  })
}
