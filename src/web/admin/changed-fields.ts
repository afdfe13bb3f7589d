import type { FormSnapshot } from '#core/optimistic-lock.ts'

/** The snapshot of a row for its edit form: values that a save must not restore once another admin has changed them. */
export function snapshotOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))
}

/** The fields of a form that differ from its snapshot. Without a readable snapshot all count as changed. */
export function changedFields<Fields extends Record<string, unknown>>(fields: Fields, snapshot: FormSnapshot): Partial<Fields> {
  const isChanged = ([name, value]: [string, unknown]) => !Object.hasOwn(snapshot, name) || snapshot[name] !== value
  return Object.fromEntries(Object.entries(fields).filter(isChanged)) as Partial<Fields>
}

export function parseSnapshot(text = ''): FormSnapshot {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as FormSnapshot) : {}
  } catch {
    return {}
  }
}
