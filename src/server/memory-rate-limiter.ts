import { limitDetails, type ProcessLimitName, processLimits } from '#domain/limits.ts'
import { Problem } from '#domain/problem.ts'

/** The rate limits that each process counts in its own memory. */
export interface MemoryRateLimiter {
  /** Counts one use; throws Problem `too_many` above the limit. A null key is not counted. */
  consume(name: ProcessLimitName, key: string | null): void
}

/** Fixed windows: each starts from zero, which bounds the memory. `clock` in milliseconds. */
export function createMemoryRateLimiter(clock: () => number = () => performance.now()): MemoryRateLimiter {
  const counted = new Map<ProcessLimitName, { until: number; uses: Map<string, number> }>()
  return {
    consume: (name, key) => {
      if (key === null) return
      const limit = processLimits[name]
      const now = clock()
      let window = counted.get(name)
      if (!window || window.until <= now) {
        window = { until: now + limit.seconds * 1000, uses: new Map() }
        counted.set(name, window)
      }
      const used = window.uses.get(key) ?? 0
      if (used >= limit.max) throw new Problem('too_many', limitDetails(limit, (window.until - now) / 1000))
      window.uses.set(key, used + 1)
    },
  }
}
