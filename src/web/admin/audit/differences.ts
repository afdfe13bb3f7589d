import type { AuditEntry } from '#features/store-admin/list-audit.ts'

export interface Difference {
  field: string
  /** Null if the row or field did not exist. */
  before: string | null
  after: string | null
}

/** The fields that an entry of the audit log changed, in their order in the entry. */
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
