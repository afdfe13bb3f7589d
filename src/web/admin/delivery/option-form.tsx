import type { ReactNode } from 'react'
import { changeableOf } from '#domain/columns.ts'
import { optionColumns } from '#domain/delivery-columns.ts'
import type { OptionRow } from '#features/delivery/options.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { snapshotOf } from '#web/admin/changed-fields.ts'
import { ColumnField } from '#web/admin/column-field.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'

interface OptionFormProps {
  /** Null for a new one. */
  row: OptionRow | null
  formKey?: string
  onDone: (toast: ActionToast) => void
  beside?: ReactNode
}

/** Everything about an option; which fields are in sight depends on its kind (delivery.css). */
export function OptionForm({ row, formKey, ...form }: OptionFormProps) {
  return (
    <div className="option-editor">
      <AdminForm intent={row ? 'save' : 'create'} submit={row ? 'Save changes' : 'Create option'} busy="Saving..." {...form}>
        {(state) => {
          const of = { of: optionColumns, row, ...state }
          return (
            <>
              <SnapshotFields snapshot={row && snapshotOf(row, Object.keys(changeableOf(optionColumns)) as (keyof OptionRow)[])} formKey={formKey} {...state} />
              <ColumnField name="kind" {...of} />
              <ColumnField name="name" {...of} />
              <div className="option-courier">
                <ColumnField name="courier" {...of} optional={false} />
              </div>
              <div className="option-point">
                <ColumnField name="address" {...of} optional={false} />
                <ColumnField name="hours" {...of} optional={false} />
                <ColumnField name="map_url" {...of} inputMode="url" />
              </div>
              <div className="option-row">
                <ColumnField name="fee" {...of} />
                <ColumnField name="free_from" {...of} />
              </div>
              <div className="option-row">
                <ColumnField name="days_from" {...of} />
                <ColumnField name="days_to" {...of} />
                <ColumnField name="cut_off" {...of} />
              </div>
              <ColumnField name="is_on" {...of} />
            </>
          )
        }}
      </AdminForm>
    </div>
  )
}
