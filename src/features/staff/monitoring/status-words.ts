import type { Monitor } from '#features/staff/monitoring/monitor.ts'

/** The worst first. */
export const statusStates = ['bad', 'attention', 'good'] as const

/** `said`: a sentence for an owner; `technical`: what only a technician reads. `rules`, the worst first: the first that is true gives the state and what to do; none is good. */
export interface Reading {
  said: string
  technical?: string
  rules?: [isSo: boolean, state: 'bad' | 'attention', todo: string][]
}

export const [minute, hour, day] = [60, 3_600, 86_400]

/** How long, roughly: `less than 0.1 s`, `0.2 s`, `40 s`, `5 minutes`, `3 hours`, `2 days`. */
export function spell(seconds: number): string {
  if (seconds < 0.1) return 'less than 0.1 s'
  if (seconds < 2 * minute) return `${seconds < 10 ? Number(seconds.toPrecision(1)) : Math.round(seconds)} s`
  if (seconds < 2 * hour) return `${Math.round(seconds / minute)} minutes`
  return seconds < 2 * day ? `${Math.round(seconds / hour)} hours` : `${Math.round(seconds / day)} days`
}

export const size = (bytes: number) => (bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)
export const number = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en-KE')} ${count === 1 ? one : many}`

/** The calls of the last hour that the process remembers (at most fifty of a name), the oldest first, and how long the middle one took. */
export function lastCalls(monitor: Monitor, ...names: string[]) {
  const calls = names.flatMap((name) => monitor.recentCalls(name)).filter(({ at }) => at > Date.now() - hour * 1000)
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)]
  return { calls: calls.sort((a, b) => a.at - b.at), answersIn: middle === undefined ? null : spell(middle / 1000) }
}
