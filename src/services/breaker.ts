export interface Breaker {
  /** False while the other side is taken to be down. After the pause one call may go through as a trial. */
  allows(): boolean
  /** Tells how a call ended: whether the other side spoke sense. */
  record(healthy: boolean): void
}

const limits = { failures: 5, withinMs: 120_000, pauseMs: 30_000 }

/** Stops calling a side that has failed five times in a row within two minutes (promises §3). `clock` is in milliseconds, from any beginning. */
export function createBreaker(clock: () => number): Breaker {
  let failures: number[] = []
  let pausedUntil: number | null = null

  return {
    allows() {
      if (pausedUntil === null) return true
      if (clock() < pausedUntil) return false
      pausedUntil = clock() + limits.pauseMs
      return true
    },
    record(healthy) {
      if (healthy) {
        failures = []
        pausedUntil = null
        return
      }
      // Calls that were under way when the pause began, and a failed trial, change nothing: the next trial is already set.
      if (pausedUntil !== null) return
      failures = [...failures.filter((at) => at > clock() - limits.withinMs), clock()]
      if (failures.length < limits.failures) return
      failures = []
      pausedUntil = clock() + limits.pauseMs
    },
  }
}
