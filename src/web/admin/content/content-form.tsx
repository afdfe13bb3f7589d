import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field } from '#ui/kit/field.tsx'
import { StripItem } from '#ui/shop/strip-item.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { snapshotOf } from '#web/admin/changed-fields.ts'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

export interface EditedContent<Row> {
  /** Null for a new one. */
  row: Row | null
  /** Of a new one: however often the form is sent, it is created once. */
  formKey?: string
  onDone: (toast: ActionToast) => void
  beside?: ReactNode
}

interface ContentFormProps<Row> extends EditedContent<Row> {
  /** What it is called: `promotion`, `ad`. */
  what: string
  /** What its form edits. */
  columns: readonly (keyof Row)[]
  isSending: boolean
  onInput: (field: HTMLInputElement) => void
  preview: ComponentProps<typeof StripItem>
  /** Its fields behind the title. */
  children: (form: FormState) => ReactNode
}

/** The form of an ad or a promotion, with what visitors will see beside it. */
export function ContentForm<Row extends { title: string }>({
  row,
  formKey,
  what,
  columns,
  isSending,
  preview,
  children,
  ...form
}: ContentFormProps<Row>) {
  return (
    <div className="content-editor">
      <AdminForm
        intent={row ? 'save' : 'create'}
        submit={isSending ? 'Sending the file...' : row ? 'Save changes' : `Create ${what}`}
        busy="Saving..."
        disabled={isSending}
        {...form}
      >
        {(state) => (
          <>
            <SnapshotFields snapshot={row && snapshotOf(row, columns)} formKey={formKey} typed={state.typed} refusal={state.refusal} />
            <Field
              name="title"
              label="Title"
              required
              maxLength={120}
              autoComplete="off"
              defaultValue={state.typed.title ?? row?.title ?? ''}
              error={state.errorOf('title')}
            />
            {children(state)}
          </>
        )}
      </AdminForm>
      <section className="content-preview when-scripted" aria-label="Preview">
        <p className="field-label">As visitors will see it</p>
        <StripItem {...preview} title={preview.title.trim() || 'Title'} key={String(preview.isSponsored)} />
      </section>
    </div>
  )
}

/** What stands in the fields of a form right now, for the preview beside it. */
export function useLiveValues<Fields extends Record<string, string>>(first: Fields) {
  const [live, setLive] = useState(first)
  const onInput = ({ name, value, type, checked }: HTMLInputElement) => {
    if (Object.hasOwn(live, name)) setLive((before) => ({ ...before, [name]: type === 'checkbox' ? (checked ? 'on' : '') : value }))
  }
  return { live, onInput }
}
