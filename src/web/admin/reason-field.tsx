import { TextField } from '#ui/kit/field.tsx'

interface ReasonFieldProps {
  errorOf: (field: string) => string | null
  typed: Record<string, string>
  hint?: string
  optional?: boolean
}

/** A field for the reason of a refusal or pause; optional by default. */
export function ReasonField({ errorOf, typed, hint = 'The affiliate reads it.', optional = true }: ReasonFieldProps) {
  return (
    <TextField
      label="Reason"
      hint={hint}
      name="reason"
      rows={2}
      maxLength={500}
      optional={optional}
      error={errorOf('reason')}
      defaultValue={typed.reason}
    />
  )
}
