import { useState } from 'react'
import { parseSnapshot } from '#web/admin/changed-fields.ts'
import { type FormState, KeyField } from '#web/forms/intent-form.tsx'

interface SnapshotFieldsProps extends Pick<FormState, 'typed' | 'refusal'> {
  /** The row as it is now (changed-fields.ts); null for a new one. */
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
