import { Problem } from '#domain/problem.ts'

/** What the columns of a row held when a form showed them. */
export type Shown = Record<string, unknown>

/**
 * Refuses to overwrite what somebody else has written since a form was shown: where a column holds another value than was shown, and another than is
 * wanted. What nobody else touched is written, so that two people who change different things of a row both get what they want. Problem
 * `changed_meanwhile`, whose facts `now` are what those columns hold: sent as shown the next time, they give way.
 */
export function refuseOverwriting(present: object, wanted: object, shown: Shown = {}): void {
  const holds = new Map(Object.entries(present))
  const moved = Object.entries(wanted).flatMap(([column, value]) => {
    const now: unknown = holds.get(column)
    return Object.hasOwn(shown, column) && shown[column] !== now && value !== now ? [[column, now] as const] : []
  })
  if (moved.length === 0) return
  const detail = moved.map(([column, now]) => `${nameOf(column)} is now ${wordsOf(column, now)}`).join('; ')
  throw new Problem('changed_meanwhile', { detail, facts: { now: Object.fromEntries(moved) } })
}

function nameOf(column: string): string {
  return column
    .replace(/^is_/, '')
    .replace(/_(id|url|percentage)$/, '')
    .replaceAll('_', ' ')
}

/** More letters of a text than these nobody compares in a message. */
const mostLetters = 120

function wordsOf(column: string, now: unknown): string {
  if (now === null || now === '') return 'empty'
  if (typeof now === 'boolean') return now ? 'on' : 'off'
  if (typeof now === 'number') return now.toLocaleString('en-KE')
  if (/_id$|^(image|content|poster)_url$/.test(column)) return 'another one'
  const text = String(now)
  return `"${text.length > mostLetters ? `${text.slice(0, mostLetters - 3)}...` : text}"`
}
