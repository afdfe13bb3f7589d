/** Stretches of days that figures are asked for; `days` counts back from today in Nairobi, today included. */
export const periods = {
  today: { label: 'Today', days: 1 },
  '7d': { label: 'Last 7 days', days: 7 },
  '30d': { label: 'Last 30 days', days: 30 },
  '90d': { label: 'Last 90 days', days: 90 },
  all: { label: 'All time', days: null },
} as const
export type PeriodName = keyof typeof periods

/** A named stretch of days, or own ones: days as `2026-11-21`, both included, at least one of them given. */
export type Period = { name: PeriodName } | { name: 'own'; from: string | null; to: string | null }

/** What an address asks for; anything else is all time. */
export function readPeriod(query: URLSearchParams): Period {
  const name = query.get('range') ?? 'all'
  if (Object.hasOwn(periods, name)) return { name: name as PeriodName }
  if (name !== 'own') return { name: 'all' }
  const [from, to] = ['range_from', 'range_to'].map((key) => readDay(query.get(key))) as [string | null, string | null]
  if (from === null && to === null) return { name: 'all' }
  return from !== null && to !== null && from > to ? { name, from: to, to: from } : { name, from, to }
}

/** The same as parameters of an address; all time needs none. */
export function periodQuery(period: Period): Record<string, string> {
  if (period.name !== 'own') return period.name === 'all' ? {} : { range: period.name }
  return { range: 'own', ...(period.from && { range_from: period.from }), ...(period.to && { range_to: period.to }) }
}

/** A day that exists, as `2026-11-21`, or null. */
export function readDay(text: string | null): string | null {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return null
  return new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ? text : null
}
