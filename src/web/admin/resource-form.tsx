import { type ComponentProps, type ReactNode, useState } from 'react'
import { type Column, type Columns, changeableOf, type FormField, fieldsOf, firstText } from '#domain/columns.ts'
import { buckets } from '#domain/storage.ts'
import { CheckField, Field, SelectField, TextField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import type { ActionToast } from '#web/admin/admin-toasts.ts'
import { MediaField } from '#web/admin/media-field.tsx'
import { Options, Tick } from '#web/admin/shared-fields.tsx'
import { SnapshotFields, snapshotOf } from '#web/admin/snapshot-fields.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

export interface EditedRow<Row> {
  /** Null for a new one. */
  row: Row | null
  /** Of a new one: however often the form is sent, it is created once. */
  formKey?: string
  onDone?: (toast: ActionToast) => void
  beside?: ReactNode
}

interface ResourceFormProps<Row> extends EditedRow<Row> {
  columns: Columns
  /** The noun, such as `option`. */
  one: string
  className?: string
  /** What stands beside the form, by what stands in its fields. */
  preview?: (live: Record<string, string>) => ReactNode
  /** Places the fields: `field` renders that of a column, or of one of its variants. */
  children: (field: PlaceField, state: FormState) => ReactNode
}

/** The form of a row: its columns as fields, with what was typed, what is wrong, and what it was when the form was opened. */
export function ResourceForm<Row extends object>(props: ResourceFormProps<Row>) {
  const { row, formKey, columns, one, className, preview, children, ...form } = props
  const fields = Object.values(fieldsOf(columns))
  const first = Object.fromEntries(fields.map((field) => [field.name, firstText(field, columns, row as Record<string, unknown> | null)]))
  const [live, setLive] = useState(first)
  const ofFiles = fields.flatMap(({ name, column }) => (column.type === 'file' ? [name] : []))
  const { files, fileProps, isSending } = useFiles(Object.fromEntries(ofFiles.map((name) => [name, first[name] || null])))
  const onInput = ({ name, value, type, checked }: HTMLInputElement) => {
    if (Object.hasOwn(live, name)) setLive((before) => ({ ...before, [name]: type === 'checkbox' ? (checked ? 'on' : '') : value }))
  }
  const submit = row ? 'Save changes' : `Create ${one}`
  return (
    <div className={className}>
      <AdminForm
        intent={row ? 'save' : 'create'}
        submit={isSending ? 'Sending the file...' : submit}
        busy="Saving..."
        disabled={isSending}
        onInput={preview && onInput}
        {...form}
      >
        {(state) => (
          <>
            <SnapshotFields snapshot={row && snapshotOf(row, Object.keys(changeableOf(columns)) as never)} formKey={formKey} {...state} />
            {children((name, own) => fieldIn(columns, row, state)(name, ofFiles.includes(name) ? { ...own, file: fileProps(name) } : own), state)}
          </>
        )}
      </AdminForm>
      {preview?.({ ...live, ...Object.fromEntries(Object.entries(files).map(([name, url]) => [name, url ?? ''])) })}
    </div>
  )
}

/** What a form says of one of its fields itself. */
type OwnProps = Partial<
  Pick<ComponentProps<typeof Field>, 'optional' | 'required' | 'min' | 'inputMode' | 'spellCheck' | 'autoCapitalize' | 'hint'>
> & {
  /** Of a file: what the form keeps of it. */
  file?: ReturnType<ReturnType<typeof useFiles<string>>['fileProps']>
  /** Of a reference: the ids that may be selected, with what people call them. */
  options?: [id: string, label: string][]
}

/** Places a field of a form. */
export type PlaceField = (name: string, own?: OwnProps) => ReactNode

/** Renders the fields of a form, each by its name: that of a column, or of one of its variants. `row` is null for a new one. */
export function fieldIn(columns: Columns, row: object | null, { typed, errorOf }: FormState): PlaceField {
  const fields = fieldsOf(columns)
  const firstOf = (name: string) => firstText(fields[name] as FormField, columns, row as Record<string, unknown> | null)
  return (name, own) => {
    const field = fields[name] as FormField
    const { choice, of } = field
    const isShown = choice === null || (typed[choice.by] ?? firstOf(choice.by)) === choice.value
    return <ColumnField {...{ field, typed, first: firstOf(name), error: isShown ? errorOf(of) : null, ...own }} />
  }
}

interface ColumnFieldProps extends Pick<FormState, 'typed'>, OwnProps {
  field: FormField
  /** What it begins with. */
  first: string
  error: string | null
}

/** The field of a column, with its label, limits and hint, what was typed, and what is wrong with it. */
function ColumnField({ field: { name, column, choice }, typed, first, error, file, options, ...own }: ColumnFieldProps) {
  const { type, label, isOptional, hint, placeholder, rows, choices, bucket } = column
  const text = { name, label, hint, error, optional: isOptional, defaultValue: typed[name] ?? first, ...own }
  if (file && bucket) {
    const kind = buckets[bucket].holds
    return <MediaField {...{ label, hint, kind, bucket, error, ...file }} optional={isOptional && !choice} typedFrom={typed[`${name}_from`]} />
  }
  if (type === 'flag') {
    if (hint || column.isSwitch) return <Tick {...{ name, label, hint, typed }} isSwitch={column.isSwitch} first={first === 'on'} />
    return (
      <CheckField name={name} defaultChecked={('intent' in typed ? typed[name] : first) === 'on'} error={error}>
        {label}
      </CheckField>
    )
  }
  const all = options ?? choices
  if (all) {
    return (
      <SelectField {...{ name, label, hint, error }} optional={own.optional ?? isOptional} defaultValue={text.defaultValue}>
        <Options of={all} />
      </SelectField>
    )
  }
  if (type === 'prose' || rows) return <TextField {...(text as ComponentProps<typeof TextField>)} rows={rows} maxLength={column.max} />
  const required = !isOptional && type !== 'hour'
  return <Field {...{ placeholder, required, ...inputOf(column), ...text }} />
}

function inputOf({ type, max = 0, isRuled }: Column): Partial<ComponentProps<'input'>> {
  if (type === 'day') return { type: 'date' }
  if (type === 'hour') return { type: 'time', autoComplete: 'off' }
  if (type === 'text') return { maxLength: max, autoComplete: 'off' }
  if (type === 'link') return { inputMode: 'url', autoComplete: 'off', placeholder: '/category/heels or https://', maxLength: 2000 }
  // What is longer than the largest number may be one with commas, which a rule reads.
  return { inputMode: 'numeric', maxLength: isRuled ? 12 : String(max).length, autoComplete: 'off' }
}

/** The files of a form, by the names of their fields, and whether one is still on its way. */
function useFiles<Name extends string>(first: Record<Name, string | null>) {
  const [files, setFiles] = useState(first)
  const [sending, setSending] = useState<Partial<Record<Name, boolean>>>({})
  const fileProps = (name: Name) => ({
    name,
    value: files[name] ?? null,
    onChange: (url: string | null) => setFiles((before) => ({ ...before, [name]: url })),
    onSending: (isSending: boolean) => setSending((before) => ({ ...before, [name]: isSending })),
  })
  return { files, fileProps, isSending: Object.values(sending).some(Boolean) }
}
