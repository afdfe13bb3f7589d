import type { AuditEntry } from '#features/store-admin/list-audit.ts'

export interface Difference {
  field: string
  /** Null where there was no such row or field. */
  before: string | null
  after: string | null
}

/** Field by field what an entry of the audit log tells, in the order in which the fields were written down; the same on both sides is left out. */
export function differences({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map((field) => ({ field: field.replaceAll('_', ' '), before: textOf(before, field), after: textOf(after, field) }))
    .filter((each) => each.before !== each.after)
}

function textOf(row: Record<string, unknown> | null, field: string): string | null {
  if (!row || !Object.hasOwn(row, field)) return null
  const value = row[field]
  if (value === null || value === '') return 'nothing'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
