import type { ReactNode } from 'react'
import type { Columns } from '#domain/columns.ts'
import { type Column, Table } from '#ui/kit/table.tsx'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { snapshotOf } from '#web/admin/changed-fields.ts'
import { fieldIn, type PlaceField } from '#web/admin/column-field.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { NewBox } from '#web/admin/new-box.tsx'
import { DeleteForm, RowActs } from '#web/admin/row-acts.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'

interface ResourceTableProps<Row> {
  /** The noun, such as `holiday`. */
  one: string
  columns: Columns
  rows: Row[]
  /** What names a row to its verbs. */
  keyOf: (row: Row) => string
  /** What a row is called, and in the list where that says more. */
  nameOf: (row: Row) => { name: string; listed?: string }
  cells: Column<Row>[]
  fields: (field: PlaceField) => ReactNode
  /** In place of its buttons, for a row that stays as it is. */
  fixed: (row: Row) => string | null
  /** What deleting one does. */
  deleting: string
  visitKey: string
}

/** A noun that is short enough for a table: a form for a new row, and the rows with their buttons (web/admin/resource-acts.ts). */
export function ResourceTable<Row extends object>({
  one,
  columns,
  rows,
  keyOf,
  nameOf,
  cells,
  fields,
  fixed,
  deleting,
  visitKey,
}: ResourceTableProps<Row>) {
  const buttons = (row: Row) => {
    const { name, listed = name } = nameOf(row)
    const hidden = { of: keyOf(row) }
    const texts = { label: 'Edit', buttonName: `Edit ${listed}`, title: `Edit ${name}`, text: null, submit: 'Save changes', busy: 'Saving...' }
    return (
      <RowActs>
        <ConfirmForm intent="save" {...{ hidden, ...texts }}>
          {(form) => (
            <>
              <SnapshotFields snapshot={snapshotOf(row, Object.keys(columns) as (keyof Row)[])} {...form} />
              {fields(fieldIn(columns, row, form))}
            </>
          )}
        </ConfirmForm>
        <DeleteForm what={one} {...{ name, listed, hidden }}>
          {deleting}
        </DeleteForm>
      </RowActs>
    )
  }
  return (
    <>
      <PostedOutcome />
      <NewBox label={`New ${one}`} isFirst={rows.length === 0} visitKey={visitKey}>
        {({ formKey: _, ...form }) => (
          <AdminForm intent="create" submit={`Add ${one}`} busy="Saving..." {...form}>
            {(state) => fields(fieldIn(columns, null, state))}
          </AdminForm>
        )}
      </NewBox>
      <Table
        className="people"
        {...{ rows, keyOf }}
        columns={[...cells, { head: 'Actions', cell: (row) => fixed(row) ?? buttons(row), right: true }]}
      />
    </>
  )
}
