import type { OrderStatus } from '#domain/order.ts'

/** The stat cards of the admin panel and the text that says what each counts (decisions, Orders and payments). None counts discarded orders. */
export const storeFigures = {
  orders: { label: 'Total Orders', hint: 'Every order that was placed' },
  revenue: { label: 'Total Revenue', hint: 'Paid or confirmed orders' },
  pending: { label: 'Pending Orders', hint: 'Waiting for their money' },
  commissions: { label: 'Total Commissions', hint: 'Not rejected or taken back' },
} as const

/** Orders in count; revenue, commissions and the fees of delivery, which are part of the revenue, in KSh. */
export type StoreFigures = Record<keyof typeof storeFigures | 'deliveryFees', number>

/** The statuses behind Pending Orders. */
export const pendingStatuses = ['pending', 'awaiting_payment'] as const satisfies OrderStatus[]

/** The period that one column of a chart covers. */
export type ChartStep = 'day' | 'week' | 'month'

/** A size with at most this many pairs is low on stock. */
export const lowStock = 3

/** The periods that figures can be shown for; `days` counts back from today in Nairobi, today included. */
export const periods = {
  today: { label: 'Today', days: 1 },
  '7d': { label: 'Last 7 days', days: 7 },
  '30d': { label: 'Last 30 days', days: 30 },
  '90d': { label: 'Last 90 days', days: 90 },
  all: { label: 'All time', days: null },
} as const
export type PeriodName = keyof typeof periods

/** A named period, or one with custom dates: days as `2026-11-21`, both included, at least one of them set. */
export type Period = { name: PeriodName } | { name: 'own'; from: string | null; to: string | null }

/** The period of a URL's query; all time where it names none or is invalid. */
export function readPeriod(query: URLSearchParams): Period {
  const name = query.get('range') ?? 'all'
  if (Object.hasOwn(periods, name)) return { name: name as PeriodName }
  if (name !== 'own') return { name: 'all' }
  const [from, to] = ['range_from', 'range_to'].map((key) => readDay(query.get(key))) as [string | null, string | null]
  if (from === null && to === null) return { name: 'all' }
  return from !== null && to !== null && from > to ? { name, from: to, to: from } : { name, from, to }
}

/** A period as query parameters; none for all time. */
export function periodQuery(period: Period): Record<string, string> {
  if (period.name !== 'own') return period.name === 'all' ? {} : { range: period.name }
  return { range: 'own', ...(period.from && { range_from: period.from }), ...(period.to && { range_to: period.to }) }
}

/** The text if it is an existing day, written `2026-11-21`; otherwise null. */
export function readDay(text: string | null): string | null {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return null
  return new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ? text : null
}
