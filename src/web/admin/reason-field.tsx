import { TextField } from '#ui/kit/field.tsx'

interface ReasonFieldProps {
  errorOf: (field: string) => string | null
  typed: Record<string, string>
  hint?: string
}

/** Why something is refused or stopped; it may be left empty. */
export function ReasonField({ errorOf, typed, hint = 'The affiliate reads it.' }: ReasonFieldProps) {
  return (
    <TextField label="Reason" hint={hint} name="reason" rows={2} maxLength={500} optional error={errorOf('reason')} defaultValue={typed.reason} />
  )
}
