import type { Choose, Step } from './gate.ts'
import { type UseCaseName, useCases } from './use-cases.ts'

/** Which process went next, statement by statement. */
export type Schedule = number[]

/** Goes on as the schedule says, and afterwards with the same process as long as it can. */
export function follow(schedule: Schedule): Choose {
  return (ready, steps) => {
    const last = steps.at(-1)?.process as number
    const wanted = schedule[steps.length]
    if (wanted !== undefined && ready.includes(wanted)) return wanted
    return ready.includes(last) ? last : (ready[0] as number)
  }
}

/** The use cases of a seed, and a choice that goes from one to another at random. */
export function raceOf(seed: number): { names: UseCaseName[]; choose: Choose } {
  const random = randomFrom(seed)
  const all = Object.keys(useCases) as UseCaseName[]
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const names = Array.from({ length: pick([2, 3, 3]) }, () => pick(all))
  const restlessness = pick([0.1, 0.25, 0.5])
  const choose: Choose = (ready, steps) => {
    const last = steps.at(-1)?.process as number
    return ready.includes(last) && random() > restlessness ? last : pick(ready)
  }
  return { names, choose }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The stretches of a schedule in which one process runs. */
export function partsOf(schedule: Schedule): { process: number; count: number }[] {
  const parts: { process: number; count: number }[] = []
  for (const process of schedule) {
    const last = parts.at(-1)
    if (last?.process === process) last.count++
    else parts.push({ process, count: 1 })
  }
  return parts
}

/** The schedule with one stretch and the next changing places. */
export function swapped(schedule: Schedule, at: number): Schedule {
  const parts = partsOf(schedule)
  return [...parts.slice(0, at), ...parts.slice(at, at + 2).reverse(), ...parts.slice(at + 2)].flatMap(({ process, count }) =>
    Array<number>(count).fill(process),
  )
}

const letters = 'ABC'

/** How `VIATU_RACE` names a race: the use cases, and how many statements of each process in turn. */
export function tokenOf({ names, schedule }: { names: UseCaseName[]; schedule: Schedule }): string {
  const parts = partsOf(schedule).map(({ process, count }) => `${letters[process]}${count}`)
  return `${names.join('+')}@${parts.join('')}`
}

export function parseToken(token: string): { names: UseCaseName[]; schedule: Schedule } {
  const [names = '', parts = ''] = token.split('@')
  const schedule = [...parts.matchAll(/([ABC])(\d+)/g)].flatMap(([, letter = 'A', count]) =>
    Array<number>(Number(count)).fill(letters.indexOf(letter)),
  )
  return { names: names.split('+').filter((name): name is UseCaseName => Object.hasOwn(useCases, name)), schedule }
}

/** What broke, how to see it again, and who ran which statement. */
export function report(failed: { names: UseCaseName[]; schedule: Schedule; steps: Step[]; why: string | null }): string {
  const lines = failed.steps.map(
    ({ process, text, hasWaited }) =>
      `${letters[process]} ${(failed.names[process] ?? '').padEnd(16)} ${shortened(text)}${hasWaited ? '  (waited for a lock)' : ''}`,
  )
  return [failed.why, `VIATU_RACE="${tokenOf(failed)}" runs it again:`, ...lines].join('\n')
}

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= 120 ? line : `${line.slice(0, 90)} ... ${line.slice(-26)}`
}
