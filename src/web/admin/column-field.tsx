import type { ComponentProps } from 'react'
import { type Column, type Columns, hourText } from '#domain/columns.ts'
import { CheckField, Field, SelectField } from '#ui/kit/field.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

interface ColumnFieldProps<Of extends Columns> extends Pick<FormState, 'typed' | 'errorOf'>, Partial<Pick<FormState, 'refusal' | 'field'>> {
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
  refusal: _refusal,
  field: _field,
  ...own
}: ColumnFieldProps<Of> & Partial<ComponentProps<typeof Field>>) {
  const column: Column = of[name] as Column
  const { type, label, isOptional, initial, hint, placeholder, choices = {} } = column
  const value = row === null ? initial : row[name]
  const error = errorOf(name)
  if (type === 'flag') {
    const isOn = 'intent' in typed ? typed[name] === 'on' : value === true
    return (
      <CheckField name={name} defaultChecked={isOn} error={error}>
        {label}
      </CheckField>
    )
  }
  if (type === 'choice') {
    return (
      <SelectField name={name} label={label} defaultValue={typed[name] ?? String(value ?? Object.keys(choices)[0])} error={error}>
        {Object.entries(choices).map(([key, choice]) => (
          <option key={key} value={key}>
            {choice.label}
          </option>
        ))}
      </SelectField>
    )
  }
  const text = type === 'hour' ? hourText(Number(value)) : String(value ?? '')
  const required = !isOptional && type !== 'hour'
  return (
    <Field
      {...{ name, label, hint, placeholder, required, ...inputOf(column) }}
      optional={isOptional}
      {...own}
      defaultValue={typed[name] ?? text}
      error={error}
    />
  )
}

function inputOf({ type, max = 0, isRuled }: Column): Partial<ComponentProps<'input'>> {
  if (type === 'day') return { type: 'date' }
  if (type === 'hour') return { type: 'time', autoComplete: 'off' }
  if (type === 'text') return { maxLength: max, autoComplete: 'off' }
  // What is longer than the largest number may be one with commas, which a rule reads.
  return { inputMode: 'numeric', maxLength: isRuled ? 12 : String(max).length, autoComplete: 'off' }
}
