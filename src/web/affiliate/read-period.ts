import { readDay } from '#domain/period.ts'

/** The days that an address asks for; what is no day is left out. */
export function readPeriod(query: URLSearchParams): { from?: string; to?: string } {
  const [from, to] = ['from', 'to'].map((name) => readDay(query.get(name)))
  return { ...(from && { from }), ...(to && { to }) }
}
