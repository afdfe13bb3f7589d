import { limitDetails, type ProcessLimitName, processLimits } from '#domain/limits.ts'
import { Problem } from '#domain/problem.ts'

/** The rate limits that one process counts for itself, in memory. */
export interface MemoryRateLimiter {
  /** Counts one use, at once or not at all. A null key is not counted. Problem `too_many`. */
  consume(name: ProcessLimitName, key: string | null): void
}

/** Fixed windows: counts from zero in each, so that nothing is remembered longer than one. `clock` in milliseconds. */
export function createMemoryRateLimiter(clock: () => number = () => performance.now()): MemoryRateLimiter {
  const counted = new Map<ProcessLimitName, { until: number; uses: Map<string, number> }>()
  return {
    consume: (name, key) => {
      if (key === null) return
      const limit = processLimits[name]
      const now = clock()
      let span = counted.get(name)
      if (!span || span.until <= now) {
        span = { until: now + limit.seconds * 1000, uses: new Map() }
        counted.set(name, span)
      }
      const used = span.uses.get(key) ?? 0
      if (used >= limit.max) throw new Problem('too_many', limitDetails(limit, (span.until - now) / 1000))
      span.uses.set(key, used + 1)
    },
  }
}
