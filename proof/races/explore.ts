import type { Choose, Gate, Plant, Step } from './gate.ts'
import { follow, partsOf, type Schedule, swapped } from './schedule.ts'
import { type UseCaseName, useCases } from './use-cases.ts'
import { type Beginning, type Book, beginnings, processOf, type Worlds } from './world.ts'

export interface Race {
  names: UseCaseName[]
  steps: Step[]
  schedule: Schedule
  /** What the users were told, and the state of the shop. */
  outcome: string
  /** Null where all rules were kept. */
  why: string | null
}

/** The schedules of a systematic search. */
interface Bounds {
  /** How often a process may be stopped though it could go on. */
  preemptions: number
  /** Any number of times within so many statements of each. */
  free?: number
  /** Only where it has no transaction open. */
  whole?: boolean
}

export function createExplorer(gate: Gate, worlds: Worlds) {
  const counts = { schedules: 0, statements: 0 }
  /** By use cases: outcomes of whole transactions in every order. */
  const allowed = new Map<string, { outcomes: Set<string>; more: AsyncGenerator<Race> }>()
  /** By outcome: the broken invariants. Where facts are equal, they are as well. */
  const checked = new Map<string, string[]>()

  /** Runs the use cases as `choose` says, and looks at what became of the shop. */
  async function race(names: UseCaseName[], choose: Choose, plant: Plant | null = null): Promise<Race> {
    const world = await worlds.begin(beginningOf(names))
    const book: Book = { prompts: [], payouts: [] }
    const logged: string[] = []
    gate.plant = plant
    const { steps, results } = await gate.run(
      names.map((name) => (db) => useCases[name].run(processOf(db, world, book, logged), world)),
      choose,
    )
    counts.schedules++
    counts.statements += steps.length
    const facts = await worlds.facts()
    const outcome = [...results.map((result, at) => `${names[at]}: ${result}`), ...logged, facts].join('\n')
    const broken = checked.get(outcome) ?? (await worlds.broken())
    checked.set(outcome, broken)
    const errors = results.flatMap((result, at) => (result.startsWith('error') ? [`${names[at]} ends in an ${result}`] : []))
    const why = [...errors, ...logged, ...broken.map((name) => `invariant ${name} is broken`), ...disagreements(names, book, facts)]
    return { names, steps, schedule: steps.map(({ process }) => process), outcome, why: why.length > 0 ? why.join('; ') : null }
  }

  /** The same for a pair, whose outcome must also be one of whole transactions in some order. */
  async function judged(names: UseCaseName[], choose: Choose, plant: Plant | null = null): Promise<Race> {
    const found = await race(names, choose, plant)
    if (found.why !== null || names.length !== 2 || (await isAllowed(names, found.outcome))) return found
    return { ...found, why: `no order of whole transactions ends so:\n${difference(names, found.outcome)}` }
  }

  async function isAllowed(names: UseCaseName[], outcome: string): Promise<boolean> {
    const key = names.join()
    const known = allowed.get(key) ?? { outcomes: new Set<string>(), more: search(names, { preemptions: 3, whole: true }, null, race) }
    allowed.set(key, known)
    while (!known.outcomes.has(outcome)) {
      const { value, done } = await known.more.next()
      if (done) return false
      known.outcomes.add(value.outcome)
    }
    return true
  }

  /** The lines in which an outcome differs from the nearest one that is allowed. */
  function difference(names: UseCaseName[], outcome: string): string {
    const all = [...(allowed.get(names.join())?.outcomes ?? [])].map((each) => [
      ...linesWithout(outcome, each).map((line) => `  + ${line}`),
      ...linesWithout(each, outcome).map((line) => `  - ${line}`),
    ])
    return (all.sort((a, b) => a.length - b.length)[0] ?? []).join('\n')
  }

  /** Runs the schedules within the bounds, those with few preemptions first. */
  async function* search(names: UseCaseName[], bounds: Bounds, plant: Plant | null = null, run = judged): AsyncGenerator<Race> {
    const waiting: Schedule[][] = Array.from({ length: bounds.preemptions + 1 }, (_, cost) => (cost === 0 ? [[]] : []))
    for (let cost = 0; cost < waiting.length; cost++) {
      for (let prefix = waiting[cost]?.pop(); prefix; prefix = waiting[cost]?.pop()) {
        const found = await run(names, follow(prefix), plant)
        yield found
        for (let at = prefix.length; at < found.steps.length; at++) {
          const { ready, process } = found.steps[at] as Step
          for (const other of ready) {
            if (other === process) continue
            const next = [...found.schedule.slice(0, at), other]
            const spent = costOf(found.steps, next, bounds)
            if (spent <= bounds.preemptions) waiting[spent]?.push(next)
          }
        }
      }
    }
  }

  /** Takes process switches out of a schedule, and whole processes, as long as a rule is still broken. */
  async function shrink(failed: Race, plant: Plant | null = null): Promise<Race> {
    let best = failed
    for (let at = 0; best.names.length > 2 && at < best.names.length; ) {
      const others = best.names.filter((_, each) => each !== at)
      const schedule = best.schedule.filter((each) => each !== at).map((each) => (each > at ? each - 1 : each))
      const found = await race(others, follow(schedule), plant)
      if (found.why !== null) [best, at] = [found, 0]
      else at++
    }
    for (let at = 0; at < partsOf(best.schedule).length - 1; ) {
      const found = await judged(best.names, follow(swapped(best.schedule, at)), plant)
      if (found.why !== null && partsOf(found.schedule).length < partsOf(best.schedule).length) [best, at] = [found, 0]
      else at++
    }
    return best
  }

  return { race, judged, search, shrink, counts }
}

function linesWithout(text: string, others: string): string[] {
  const left = others.split('\n')
  return text.split('\n').filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** How many preemptions count of a schedule that begins like the steps and then goes another way. */
function costOf(steps: Step[], schedule: Schedule, { free = 0, whole = false }: Bounds): number {
  let cost = 0
  for (let at = 1; at < schedule.length; at++) {
    const last = schedule[at - 1] as number
    const { ready } = steps[at] as Step
    if (schedule[at] === last || !ready.includes(last)) continue
    const ran = (process: number) =>
      schedule.slice(0, at).filter((each, index) => each === process && !/^begin/.test((steps[index] as Step).text)).length
    if (whole && isInside(steps.slice(0, at), last)) return Number.POSITIVE_INFINITY
    if (ran(last) >= free || ran(schedule[at] as number) >= free) cost++
  }
  return cost
}

/** Whether a process has a transaction open after these steps. */
function isInside(steps: Step[], process: number): boolean {
  const last = steps.findLast((step) => step.process === process)
  return last !== undefined && (last.isInside || /^begin/.test(last.text)) && !/^(commit|rollback)$/.test(last.text)
}

/** The beginning in which all of them have something to do. */
export function beginningOf(names: UseCaseName[]): Beginning {
  return beginnings[Math.max(...names.map((name) => beginnings.indexOf(useCases[name].from)))] as Beginning
}

/** What M-Pesa's book and ours disagree about. A payment that we do not hold may wait for a person, with a reason. */
function disagreements(names: UseCaseName[], { prompts, payouts }: Book, facts: string): string[] {
  const wasTold = names.includes('settle') || names.includes('check')
  return [
    ...(new Set(prompts).size < prompts.length ? ['a phone got the same prompt twice'] : []),
    ...(new Set(payouts).size < payouts.length ? ['M-Pesa was asked for the same payout twice'] : []),
    ...(/^attempt (unsent|new|again|either) prompt paid/m.test(facts) ? ['a payment that M-Pesa never moved'] : []),
    ...(wasTold && /^attempt unpaid prompt (?!paid)\w+ replaced \w+ due/m.test(facts) ? ['a payment of M-Pesa is lost'] : []),
    ...(names.includes('settle three') && /^attempt (first|second|third) prompt (?!paid)/m.test(facts)
      ? ['one of three payments of M-Pesa is lost']
      : []),
    ...(names.includes('pay discarded') && /^attempt discarded prompt (?!paid)/m.test(facts) ? ['a late payment of M-Pesa is lost'] : []),
    ...(names.includes('settle payout') && /^payout (pending|processing) .*sent true/m.test(facts) ? ['a payout of M-Pesa is lost'] : []),
  ]
}
