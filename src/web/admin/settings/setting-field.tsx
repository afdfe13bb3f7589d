import { formatDate } from '#domain/nairobi-time.ts'
import type { SettingRow } from '#features/shop-settings/list-settings.ts'
import { CheckField, Field, SelectField } from '#ui/kit/field.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

type FieldProps = { row: SettingRow } & Pick<FormState, 'typed' | 'errorOf'>

/** How a browser asks for each kind; what is not here is a line of text. */
const inputs: Partial<Record<SettingRow['kind'], { inputMode: 'numeric' | 'url' | 'email' | 'tel'; placeholder?: string }>> = {
  number: { inputMode: 'numeric' },
  link: { inputMode: 'url', placeholder: 'https://' },
  email: { inputMode: 'email' },
  phone: { inputMode: 'tel' },
}

/** One setting, asked for as its kind is; what the environment sets is shown and cannot be changed. */
export function SettingField({ row, typed, errorOf }: FieldProps) {
  const { name, label, kind, value, variable, choices } = row
  const hint = row.hint ?? undefined
  if (variable !== null) {
    const shown = kind === 'secret' ? '••••••••' : choices && value !== null ? choices[value] : value
    return <Field label={label} disabled value={String(shown ?? '')} hint={`${variable} sets this in the environment of the shop, and wins.`} />
  }
  if (kind === 'secret') return <SecretField {...{ row, typed, errorOf }} />
  const field = { name, label, hint, defaultValue: typed[name] ?? String(value ?? ''), error: errorOf(name) }
  if (!choices) return <Field {...field} {...inputs[kind]} autoComplete="off" />
  return (
    <SelectField {...field}>
      {Object.entries(choices).map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </SelectField>
  )
}

/** A password or key: it is written and never shown again. */
function SecretField({ row: { name, label, is_set, is_unreadable, changed_at, changed_by }, errorOf }: FieldProps) {
  const since = changed_at ? ` on ${formatDate(changed_at)}${changed_by ? ` by ${changed_by}` : ''}` : ''
  const unreadable = is_unreadable
    ? 'It was stored with another APP_SECRET and cannot be read. Enter it again, or give the secret of before as APP_SECRET_PREVIOUS.'
    : null
  return (
    <div className="setting-secret">
      <Field
        name={name}
        type="password"
        label={label}
        hint={is_set ? `Set${since}, and not shown again. Leave this empty to keep it.` : is_unreadable ? `Written${since}.` : 'Not set.'}
        autoComplete="new-password"
        error={errorOf(name) ?? unreadable}
      />
      {(is_set || is_unreadable) && (
        <CheckField name={`${name}_remove`} value="on">
          Remove it
        </CheckField>
      )}
    </div>
  )
}
