import { TextField } from '#ui/kit/field.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

interface ReasonFieldProps extends Pick<FormState, 'field'> {
  hint?: string
  optional?: boolean
}

/** A field for the reason of a refusal or pause; optional by default. */
export function ReasonField({ field, hint = 'The affiliate reads it.', optional = true }: ReasonFieldProps) {
  return <TextField {...field('reason')} label="Reason" hint={hint} rows={2} maxLength={500} optional={optional} />
}
