import type { ComponentProps } from 'react'
import type { Columns } from '#domain/columns.ts'
import { Field } from '#ui/kit/field.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

interface ColumnFieldProps<Of extends Columns> extends Pick<FormState, 'typed' | 'errorOf'> {
  name: keyof Of & string
  of: Of
  /** The row that is edited; null for a new one. */
  row: Record<string, unknown> | null
}

/** The field of a column, with its label, limits and hint, what was typed, and what is wrong with it. */
export function ColumnField<Of extends Columns>({
  name,
  of,
  row,
  typed,
  errorOf,
  ...own
}: ColumnFieldProps<Of> & Partial<ComponentProps<typeof Field>>) {
  const { type, label, isOptional, max, hint, placeholder } = of[name] as Columns[string]
  const kinds = {
    day: { type: 'date' },
    number: { inputMode: 'numeric', maxLength: String(max ?? 0).length, autoComplete: 'off' },
    text: { maxLength: max, autoComplete: 'off' },
  } as const
  const kind = kinds[type as keyof typeof kinds]
  const value = typed[name] ?? row?.[name]
  return (
    <Field
      {...{ name, label, hint, placeholder, ...kind, ...own }}
      required={!isOptional}
      optional={isOptional}
      defaultValue={value === undefined || value === null ? undefined : String(value)}
      error={errorOf(name)}
    />
  )
}
