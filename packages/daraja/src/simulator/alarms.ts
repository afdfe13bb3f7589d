/** Timers that are cleared together when the simulator stops. A job that fails ends the process, because the book may be incomplete. */
export interface Alarms {
  after(ms: number, job: () => unknown): void
  clear(): void
}

export function createAlarms(): Alarms {
  const waiting = new Set<NodeJS.Timeout>()
  return {
    after: (ms, job) => {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        job()
      }, ms)
      waiting.add(timer)
    },
    clear: () => {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
