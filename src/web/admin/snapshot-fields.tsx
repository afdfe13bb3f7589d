import { useState } from 'react'
import { readShown } from '#web/admin/only-changed.ts'
import type { FormState } from '#web/dashboard/intent-form.tsx'
import { KeyField } from '#web/dashboard/key-field.tsx'

interface CarriedFieldsProps extends Pick<FormState, 'typed' | 'refusal'> {
  /** The row as it is now (only-changed.ts); null for a new one. */
  shown: string | null
  formKey?: string
}

/**
 * What a form carries along unseen, as it was when it was drawn: of a row what its fields showed, because the list below may be read anew meanwhile; of a new one
 * its key. Where somebody else has written since, which was said, what they wrote counts as shown: saving again means it.
 */
export function CarriedFields({ shown, formKey, typed, refusal }: CarriedFieldsProps) {
  const [first] = useState(shown)
  if (first === null) return <KeyField formKey={formKey} typed={typed} />
  const now = refusal?.facts?.now
  const carried = typed.shown ?? first
  return <input type="hidden" name="shown" value={now ? JSON.stringify({ ...readShown(carried), ...Object(now) }) : carried} />
}
