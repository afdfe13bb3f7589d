import { limitDetails, type ProcessLimitName, processLimits } from '#domain/limits.ts'
import { Problem } from '#domain/problem.ts'

/** Limits that one process counts for itself. */
export interface Turns {
  /** Takes a turn, at once or not at all. A null key is not counted. Problem `too_many`. */
  take(name: ProcessLimitName, key: string | null): void
}

/** Counts from zero in every new span of time, so that nothing has to be remembered longer than one. `clock` in milliseconds. */
export function createTurns(clock: () => number = () => performance.now()): Turns {
  const counted = new Map<ProcessLimitName, { until: number; turns: Map<string, number> }>()
  return {
    take: (name, key) => {
      if (key === null) return
      const limit = processLimits[name]
      const now = clock()
      let span = counted.get(name)
      if (!span || span.until <= now) {
        span = { until: now + limit.seconds * 1000, turns: new Map() }
        counted.set(name, span)
      }
      const turns = span.turns.get(key) ?? 0
      if (turns >= limit.most) throw new Problem('too_many', limitDetails(limit, (span.until - now) / 1000))
      span.turns.set(key, turns + 1)
    },
  }
}
