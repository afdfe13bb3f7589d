import { type ComponentProps, Fragment, useState } from 'react'
import { useFetchers } from 'react-router'
import { formatDate } from '#domain/nairobi-time.ts'
import type { SettingRow } from '#features/settings/list-settings.ts'
import { CheckField, Field, SelectField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { MediaField } from '#web/admin/media-field.tsx'
import { Options } from '#web/admin/shared-fields.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'
import { ProofFields } from '#web/forms/password-fields.tsx'

interface SettingFormProps {
  group: string
  rows: SettingRow[]
  /** Whether a change takes a proof, and the second factor with it. */
  proof: { asksCode: boolean } | null
}

/** The settings of a group. */
export function SettingForm({ group, rows, proof }: SettingFormProps) {
  const savings = useSavings()
  const [isSending, setSending] = useState(false)
  const snapshot = JSON.stringify(Object.fromEntries(rows.filter(({ kind }) => kind !== 'secret').map(({ name, value }) => [name, value])))
  return (
    <AdminForm
      intent="save"
      hidden={{ group }}
      submit={isSending ? 'Sending the file...' : 'Save'}
      disabled={isSending}
      name={`Save: ${group}`}
      busy="Saving..."
      onDone={savings.saved}
    >
      {(state) => (
        <Fragment key={savings.count}>
          <SnapshotFields snapshot={snapshot} {...state} />
          {rows.map((row) => (
            <SettingField key={row.name} row={row} onSending={setSending} {...state} />
          ))}
          {proof && <ProofFields asksCode={proof.asksCode} errorOf={state.errorOf} />}
        </Fragment>
      )}
    </AdminForm>
  )
}

/** Counts the savings, each once the page has what is stored since: the fields then show that, while a refused form keeps what was typed. */
function useSavings() {
  const [isSaved, setSaved] = useState(false)
  const [count, setCount] = useState(0)
  const isLoading = useFetchers().length > 0
  if (isSaved && !isLoading) {
    setCount(count + 1)
    setSaved(false)
  }
  return { count, saved: () => setSaved(true) }
}

type FieldProps = { row: SettingRow } & Pick<FormState, 'typed' | 'errorOf' | 'field'>
/** What a form must know of a file that is on its way. */
type Sending = { onSending: (isSending: boolean) => void }

/** How a browser asks for each kind; what is not here is a line of text. */
const inputs: Partial<Record<SettingRow['kind'], { inputMode: 'numeric' | 'url' | 'email' | 'tel'; placeholder?: string }>> = {
  number: { inputMode: 'numeric' },
  link: { inputMode: 'url', placeholder: 'https://' },
  email: { inputMode: 'email' },
  phone: { inputMode: 'tel' },
}

/** One setting, asked for as its kind is; what the environment sets is shown and cannot be changed. */
function SettingField({ row, onSending, ...form }: FieldProps & Sending) {
  const { name, label, kind, value, variable, choices } = row
  const hint = row.hint ?? undefined
  if (variable !== null) {
    const shown = kind === 'secret' ? '••••••••' : choices && value !== null ? choices[value] : value
    return <Field label={label} disabled value={String(shown ?? '')} hint={`${variable} sets this in the environment of the shop, and wins.`} />
  }
  if (kind === 'secret') return <SecretField row={row} {...form} />
  if (kind === 'picture') return <PictureField {...{ row, onSending }} {...form} />
  const field = { ...form.field(name, String(value ?? '')), label, hint }
  if (kind === 'colour') return <ColourField {...field} />
  if (!choices) return <Field {...field} {...inputs[kind]} autoComplete="off" />
  return (
    <SelectField {...field}>
      <Options of={choices} />
    </SelectField>
  )
}

/** A colour as it is written, with the browser's own palette beside it. */
function ColourField(field: ComponentProps<typeof Field>) {
  const [colour, setColour] = useState(String(field.defaultValue))
  const { defaultValue: _, ...rest } = field
  return (
    <div className="setting-colour">
      <Field {...rest} value={colour} onChange={({ currentTarget }) => setColour(currentTarget.value)} autoComplete="off" maxLength={7} />
      <input
        className="when-scripted"
        type="color"
        aria-label={`${field.label}, from a palette`}
        value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : '#1d1829'}
        onChange={({ currentTarget }) => setColour(currentTarget.value)}
      />
    </div>
  )
}

function PictureField({ row: { name, label, value, hint }, typed, errorOf, onSending }: FieldProps & Sending) {
  const [url, setUrl] = useState(typed[name] ?? (value === null ? null : String(value)))
  return (
    <MediaField
      {...{ name, label, onSending }}
      bucket="promotional-images"
      kind="picture"
      {...(hint && { hint })}
      optional
      value={url || null}
      typedFrom={typed[`${name}_from`]}
      onChange={setUrl}
      error={errorOf(name)}
    />
  )
}

/** A password or key: it is written and never shown again. */
function SecretField({ row: { name, label, hint, is_set, is_unreadable, changed_at, changed_by }, errorOf }: FieldProps) {
  const since = changed_at ? ` on ${formatDate(changed_at)}${changed_by ? ` by ${changed_by}` : ''}` : ''
  const unreadable = is_unreadable
    ? 'It was stored with another secret of the shop and cannot be read. Enter it again, or ask your technician for the secret of before (APP_SECRET_PREVIOUS).'
    : null
  return (
    <div className="setting-secret">
      <Field
        name={name}
        type="password"
        label={label}
        hint={
          is_set ? `Set${since}, and not shown again. Leave this empty to keep it. ${hint ?? ''}` : is_unreadable ? `Written${since}.` : 'Not set.'
        }
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
