import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { recordPromise } from '../../test/promises.ts'
import { createExplorer, type Race } from './explore.ts'
import { type Gate, openGate } from './gate.ts'
import { type PlantedRace, plantedRaces } from './plants.ts'
import { follow, parseToken, raceOf, report } from './schedule.ts'
import { type UseCaseName, useCases } from './use-cases.ts'
import { openWorlds, type Worlds } from './world.ts'

/** Two or three use cases at the same instant, in every order (decision 47): the sharpest pairs, or `isLong` all that there is time for. */
export function raceTests({ isLong }: { isLong: boolean }) {
  const database = useDatabase()
  let gate: Gate
  let worlds: Worlds
  let explorer: ReturnType<typeof createExplorer>
  beforeAll(async () => {
    gate = await openGate(database, 3)
    worlds = await openWorlds(database.ownerUrl, database.db)
    explorer = createExplorer(gate, worlds)
  })
  afterAll(async () => {
    await gate.close()
    await worlds.close()
  })

  /**
   * The long run: every pair, or the first `VIATU_PAIRS` of them, all planted races, and then races of random use cases until so many `VIATU_RACE_MINUTES`
   * are over; with `VIATU_RACE_PART=1/2` the first half of all that, every second one. `VIATU_RACE` is one race again, by its seed or its schedule.
   */
  const { VIATU_RACE_MINUTES, VIATU_RACE_PART, VIATU_PAIRS, VIATU_RACE } = process.env
  const [part, parts] = (VIATU_RACE_PART ?? '1/1').split('/').map(Number) as [number, number]
  const isOwn = (_: unknown, at: number) => at % parts === part - 1
  // The parts end five seconds after each other, because each writes its row.
  const end = Date.now() + 60_000 * Number(VIATU_RACE_MINUTES ?? 0) - 5_000 * (parts - part)
  const leastSeeds = isLong ? 100 : 5
  const timeout = 3 * 3_600_000

  const all = Object.keys(useCases) as UseCaseName[]
  const sharpest: UseCaseName[][] = [
    ['place', 'place'],
    ['place', 'change stock'],
    ['settle three', 'expire'],
    ['withdraw payout', 'send payout'],
  ]
  const everyPair = all.flatMap((second, at) => all.slice(0, at + 1).map((first) => [first, second]))
  const pairs = isLong ? everyPair.slice(0, Number(VIATU_PAIRS ?? everyPair.length)).filter(isOwn) : sharpest
  const planted = Object.entries(plantedRaces)
    .filter(([, { isQuick }]) => isLong || isQuick)
    .filter(isOwn)
  const seen = { pairs: 0, preempted: 0, interleaved: 0, seeds: 0, planted: 0, broken: 0 }

  /** Fails with the shortest schedule that breaks the same rules. */
  async function expectKept(found: Race) {
    if (found.why === null) return
    seen.broken++
    throw new Error(report(await explorer.shrink(found)))
  }

  if (VIATU_RACE) {
    it(`runs ${VIATU_RACE} again`, { timeout }, async () => {
      const { names, choose } = /^\d+$/.test(VIATU_RACE) ? raceOf(Number(VIATU_RACE)) : namedRace(VIATU_RACE)
      await expectKept(await explorer.judged(names, choose))
    })
  } else {
    it(`keeps all rules in every order of ${pairs.length} pairs with one preemption`, { timeout }, async () => {
      for (const names of pairs) {
        const before = explorer.counts.schedules
        for await (const found of explorer.search(names, { preemptions: 1 })) await expectKept(found)
        seen.preempted += explorer.counts.schedules - before
        seen.pairs++
      }
      expect(seen.preempted).toBeGreaterThan(pairs.length * 4)
    })

    if (isLong) {
      it('keeps all rules in every order of the first four statements of each pair', { timeout }, async () => {
        const before = explorer.counts.schedules
        for (const names of pairs) for await (const found of explorer.search(names, { preemptions: 0, free: 4 })) await expectKept(found)
        seen.interleaved = explorer.counts.schedules - before
        expect(seen.interleaved).toBeGreaterThan(pairs.length * 4)
      })
    }

    it.each(planted)('finds that %s', { timeout }, async (_, race) => {
      const found = await findPlanted(race)
      expect(found.why).not.toBeNull()
      // The same schedule is harmless without the mistake.
      expect((await explorer.judged(found.names, follow(found.schedule))).why).toBeNull()
      seen.planted++
    })

    it(`keeps all rules in ${leastSeeds} races of two or three that a seed chooses, and in more while there is time`, { timeout }, async () => {
      for (let seed = part; seen.seeds < leastSeeds || Date.now() < end; seed += parts) {
        const { names, choose } = raceOf(seed)
        const found = await (isLong ? explorer.judged : explorer.race)(names, choose)
        await expectKept({ ...found, why: found.why && `seed ${seed}: ${found.why}` })
        seen.seeds++
      }
    })

    it('has run them all', () => {
      expect(seen).toMatchObject({ pairs: pairs.length, planted: planted.length, broken: 0 })
      expect(seen.seeds).toBeGreaterThanOrEqual(leastSeeds)
      if (!isLong) return
      recordPromise({
        promise: `Whatever two or three people do at the same instant, stock and money end as if one had come after the other${parts > 1 ? ` (part ${part} of ${parts})` : ''}`,
        command: 'npm run proof -- races',
        figure: `${explorer.counts.schedules} schedules, ${explorer.counts.statements} statements one by one: ${seen.pairs} pairs of ${all.length} use cases (${seen.preempted} with one preemption, ${seen.interleaved} of four statements in every order), ${seen.seeds} seeds; 0 rules broken, ${seen.planted} of ${planted.length} planted races found`,
      })
    })
  }

  function namedRace(token: string) {
    const { names, schedule } = parseToken(token)
    return { names, choose: follow(schedule) }
  }

  /** Looks for a planted mistake in the pairs of its use case, one after the other. */
  async function findPlanted({ of, plant = null, drop, restore }: PlantedRace): Promise<Race> {
    const partners = isLong ? all : [of]
    if (drop) await worlds.change(drop)
    try {
      for (const partner of partners) {
        for await (const found of explorer.search([of, partner], { preemptions: 1 }, plant))
          if (found.why !== null) return await explorer.shrink(found, plant)
      }
    } finally {
      await worlds.begin('earned')
      if (restore) await worlds.change(restore)
    }
    throw new Error('not found')
  }
}
