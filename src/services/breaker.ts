export interface Breaker {
  /** False while the circuit is open. After the pause one call is allowed as a trial. */
  allows(): boolean
  /** Records the outcome of a call. */
  record(healthy: boolean): void
  /** Whether it is open, or waits for the outcome of the trial. */
  isOpen(): boolean
}

const limits = { failures: 5, withinMs: 120_000, pauseMs: 30_000 }

/** A circuit breaker: opens after five failures in a row within two minutes (promises §3). `clock` in milliseconds, monotonic. */
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
      // Failures while the circuit is open do not extend the pause.
      if (pausedUntil !== null) return
      failures = [...failures.filter((at) => at > clock() - limits.withinMs), clock()]
      if (failures.length < limits.failures) return
      failures = []
      pausedUntil = clock() + limits.pauseMs
    },
    isOpen: () => pausedUntil !== null,
  }
}
