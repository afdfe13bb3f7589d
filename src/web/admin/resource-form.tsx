import { type ReactNode, useState } from 'react'
import { type Columns, changeableOf, fieldsOf, firstText } from '#domain/columns.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { snapshotOf } from '#web/admin/changed-fields.ts'
import { fieldIn, type PlaceField } from '#web/admin/column-field.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'
import { useFiles } from '#web/admin/use-files.ts'
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
