import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Columns } from '#domain/columns.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { type Column, Table } from '#ui/kit/table.tsx'
import { AdminForm, ConfirmForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { NewBox } from '#web/admin/new-row-form.tsx'
import { fieldIn, type PlaceField } from '#web/admin/resource-form.tsx'
import { SnapshotFields, snapshotOf } from '#web/admin/snapshot-fields.tsx'

interface ResourceItemProps {
  /** What the panel says of the noun (domain/act.ts). */
  words: { one: string; deleting?: string }
  name: string
  /** Fields that name the row. */
  hidden: Record<string, string>
  /** The flag that turns it on, and whether it is. */
  flag?: [column: string, isOn: boolean]
  /** The page that edits it. */
  to: string
  open?: string
  /** What deleting this one does, where that differs from row to row. */
  deleting?: ReactNode
  deleteIntent?: string
  children: ReactNode
}

/** A row in a list, with its buttons. */
export function ResourceItem({ words, name, hidden, flag, to, open = 'Edit', deleting, deleteIntent, children }: ResourceItemProps) {
  return (
    <li className="content-item">
      {children}
      <RowActs>
        {flag && <SwitchForm name={name} hidden={hidden} column={flag[0]} isOn={flag[1]} />}
        <Link className="button button-ghost button-small" to={to} aria-label={`${open} ${name}`}>
          {open}
        </Link>
        <DeleteForm intent={deleteIntent} what={words.one} name={name} hidden={hidden}>
          {deleting ?? words.deleting}
        </DeleteForm>
      </RowActs>
    </li>
  )
}

export function OnBadge({ isOn }: { isOn: boolean }) {
  return isOn ? <Badge tone="leaf">On</Badge> : <Badge tone="grey">Off</Badge>
}

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

/** The buttons of a row: if it is removed while it has the focus, the focus moves to the next row, or to the search. */
export function RowActs({ children }: { children: ReactNode }) {
  const acts = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = acts.current?.closest('li, tr')
    return () => {
      if (!row?.contains(document.activeElement)) return
      const near = row.nextElementSibling ?? row.previousElementSibling
      const next = near?.querySelector<HTMLElement>('.acts a') ?? near?.querySelector<HTMLElement>('button')
      const other = next ?? document.querySelector<HTMLElement>('.admin-panel [type=search], .admin-panel .new-box summary')
      other?.focus()
    }
  }, [])
  return (
    <div className="acts" ref={acts}>
      {children}
    </div>
  )
}

interface RowForm {
  /** What the row is called. */
  name: string
  /** Fields that name the row. */
  hidden: Record<string, string>
}

/** Turns a row on or off; the field `column` is the new state. */
function SwitchForm({ name, hidden, column, isOn }: RowForm & { column: string; isOn: boolean }) {
  const to = isOn ? 'off' : 'on'
  const texts = { submit: `Turn ${to}`, name: `Turn ${to} ${name}`, busy: 'Turning...' }
  return <AdminForm intent="switch" hidden={{ ...hidden, [column]: to }} {...texts} look="ghost" small />
}

interface DeleteFormProps extends RowForm {
  intent?: string
  /** The noun, such as `zone`. */
  what: string
  /** Its name in the list, where that has more. */
  listed?: string
  /** What deleting it does. */
  children: ReactNode
}

/** Deletes a row, after a question. */
export function DeleteForm({ intent = 'delete', what, name, listed = name, hidden, children }: DeleteFormProps) {
  const texts = { label: 'Delete', buttonName: `Delete ${listed}`, title: `Delete ${name}?`, submit: `Delete ${what}`, busy: 'Deleting...' }
  return <ConfirmForm intent={intent} hidden={hidden} {...texts} text={<p>{children}</p>} look="bad" />
}
