import { useState } from 'react'
import type { FormSnapshot } from '#core/optimistic-lock.ts'
import { type FormState, KeyField } from '#web/forms/intent-form.tsx'

interface SnapshotFieldsProps extends Pick<FormState, 'typed' | 'refusal'> {
  /** The row as it is now (`snapshotOf`); null for a new one. */
  snapshot: string | null
  formKey?: string
}

/**
 * The hidden field of an edit form: the row as it was when the form was rendered (the list below may be reloaded meanwhile); for a new row its idempotency key.
 * After a conflict the current values become the snapshot, so that saving again overwrites them.
 */
export function SnapshotFields({ snapshot, formKey, typed, refusal }: SnapshotFieldsProps) {
  const [first] = useState(snapshot)
  if (first === null) return <KeyField formKey={formKey} typed={typed} />
  const now = refusal?.facts?.now
  const carried = typed.snapshot ?? first
  return <input type="hidden" name="snapshot" value={now ? JSON.stringify({ ...parseSnapshot(carried), ...Object(now) }) : carried} />
}

/** The snapshot of a row for its edit form: values that a save must not restore once another admin has changed them. */
export function snapshotOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))
}

/** The fields of a form that differ from its snapshot. Without a readable snapshot all count as changed. */
export function changedFields<Fields extends Record<string, unknown>>(fields: Fields, snapshot: FormSnapshot): Partial<Fields> {
  const isChanged = ([name, value]: [string, unknown]) => !Object.hasOwn(snapshot, name) || snapshot[name] !== value
  return Object.fromEntries(Object.entries(fields).filter(isChanged)) as Partial<Fields>
}

/** The snapshot that a form sent; an empty one where it cannot be read. */
export function parseSnapshot(text = ''): FormSnapshot {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as FormSnapshot) : {}
  } catch {
    return {}
  }
}
