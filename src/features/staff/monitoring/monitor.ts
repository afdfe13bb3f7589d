import type { ReplicaState } from '#db/replica.ts'
import { createHistogram, type Histogram } from '#features/staff/monitoring/get-metrics.ts'

declare module '#core/context.ts' {
  interface Services {
    /** What this process counts of itself. */
    monitor: Monitor
  }
}

/** What one process counts of itself, for /metrics and the status page; gone when it ends. */
export interface Monitor {
  startedAt: Date
  /** HTTP requests by method, pattern of the route and class of the status. */
  requests: Histogram
  /** Pages: sent from the cache, or rendered for it. */
  pages: { cache: number; rendering: number }
  /** Calls to M-Pesa, SMS, mail, storage and model by name and outcome. */
  calls: Histogram
  /** Counts what a client of the outside world logs of a call: `event`, `outcome`, and `ms`, without which it was no call. */
  call(event: Record<string, unknown>): void
  /** Runs a call and counts it as `ok` or `failed`. */
  timed<Result>(event: string, work: () => Promise<Result>): Promise<Result>
  /** The last calls of a name, at most fifty, the oldest first. */
  recentCalls(event: string): { at: number; ms: number; outcome: string }[]
  /** The background jobs that have begun to run. */
  jobs: Map<string, JobRecord>
  probe: Probe
}

export interface JobRecord {
  everySeconds: number
  /** Milliseconds since 1970; null while no run has gone well. */
  lastSuccess: number | null
  /** Of the last run. */
  seconds: number
  failures: number
  isFailing: boolean
}

/** What is read where it stands at the moment it is asked for. */
export interface Probe {
  pools(): Record<string, { inUse: number; waiting: number; max: number }>
  /** Circuit breakers by what they guard, and whether each is open. */
  breakers(): Record<string, boolean>
  /** How the replica is that lists are read from; null where the shop has none. */
  replica: (() => Promise<ReplicaState>) | null
  /** The version of the tables: the number of the newest migration. */
  schema(): Promise<string>
  /** Bytes of the disk under the shop's folder. */
  disk(): Promise<{ free: number; total: number }>
}

export function createMonitor(probe: Probe): Monitor {
  const recent = new Map<string, { at: number; ms: number; outcome: string }[]>()
  const calls = createHistogram(
    'viatu_outbound_call_duration_seconds',
    'Calls to M-Pesa, SMS, mail, storage and model.',
    ['call', 'outcome'],
    [0.1, 0.5, 1, 2, 5, 10, 20],
  )
  const call: Monitor['call'] = ({ event, outcome, ms }) => {
    if (typeof ms !== 'number') return
    const name = String(event)
    calls.observe(ms / 1000, name.replaceAll(' ', '_'), String(outcome).replaceAll(' ', '_'))
    recent.set(name, [...(recent.get(name) ?? []).slice(-49), { at: Date.now(), ms, outcome: String(outcome) }])
  }
  return {
    startedAt: new Date(),
    requests: createHistogram(
      'viatu_http_request_duration_seconds',
      'Requests, until the answer begins, without pages that lay in the cache.',
      ['method', 'route', 'status'],
      [0.005, 0.02, 0.1, 0.5, 2, 10],
    ),
    pages: { cache: 0, rendering: 0 },
    calls,
    call,
    async timed(event, work) {
      const begun = performance.now()
      const end = (outcome: string) => call({ event, outcome, ms: performance.now() - begun })
      try {
        const result = await work()
        end('ok')
        return result
      } catch (error) {
        end('failed')
        throw error
      }
    },
    recentCalls: (event) => recent.get(event) ?? [],
    jobs: new Map(),
    probe,
  }
}
