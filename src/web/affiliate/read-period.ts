import { readDay } from '#domain/figures.ts'

/** Reads the days `from` and `to` of a query; invalid ones are left out. */
export function readPeriod(query: URLSearchParams): { from?: string; to?: string } {
  const [from, to] = ['from', 'to'].map((name) => readDay(query.get(name)))
  return { ...(from && { from }), ...(to && { to }) }
}
