import { Problem } from '#domain/problem.ts'

/** The values of a row when the form that edits it was rendered. */
export type FormSnapshot = Record<string, unknown>

/**
 * The optimistic lock of a form, by column: refuses to overwrite a value that another admin has changed since the form was rendered. Columns that no other
 * admin changed are written, so two admins who change different fields both succeed. Problem `changed_meanwhile`, whose facts `now` are the present values:
 * sent as the snapshot the next time, they may be overwritten.
 */
export function requireUnchanged(present: object, wanted: object, snapshot: FormSnapshot = {}): void {
  const holds = new Map(Object.entries(present))
  const conflicts = Object.entries(wanted).flatMap(([column, value]) => {
    const now: unknown = holds.get(column)
    return Object.hasOwn(snapshot, column) && snapshot[column] !== now && value !== now ? [[column, now] as const] : []
  })
  if (conflicts.length === 0) return
  const detail = conflicts.map(([column, now]) => `${nameOf(column)} is now ${describe(column, now)}`).join('; ')
  throw new Problem('changed_meanwhile', { detail, facts: { now: Object.fromEntries(conflicts) } })
}

function nameOf(column: string): string {
  return column
    .replace(/^is_/, '')
    .replace(/_(id|url|percentage)$/, '')
    .replaceAll('_', ' ')
}

/** Characters of a value that a message quotes. */
const maxQuoted = 120

function describe(column: string, now: unknown): string {
  if (now === null || now === '') return 'empty'
  if (typeof now === 'boolean') return now ? 'on' : 'off'
  if (typeof now === 'number') return now.toLocaleString('en-KE')
  if (/_id$|^(image|content|poster)_url$/.test(column)) return 'another one'
  const text = String(now)
  return `"${text.length > maxQuoted ? `${text.slice(0, maxQuoted - 3)}...` : text}"`
}
