import { Link } from 'react-router'
import type { AuditEntry } from '#features/staff/list-audit.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { adminContentUrl, adminDeliveryRowUrl, adminOrderUrl, adminProductUrl, auditOfUrl } from '#web/admin/panel-addresses.ts'

/** Entries with more fields, such as a whole row, are collapsed. */
const maxOpenFields = 4
/** Entries with more characters, such as a text of the help page, are collapsed. */
const maxOpenLength = 400

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table
      className="audit"
      rows={entries}
      keyOf={({ id }) => String(id)}
      columns={[
        { head: 'When', cell: ({ at }) => <Moment at={at} /> },
        { head: 'Who', cell: ({ actor }) => (actor ? actor.full_name || 'Deleted account' : 'The shop') },
        { head: 'What', cell: ({ action }) => <b>{action}</b> },
        { head: 'Row', cell: ({ table_name, row_id }) => <RowLink table={table_name} id={row_id} /> },
        { head: 'Before and after', cell: (entry) => <BeforeAndAfter entry={entry} /> },
      ]}
    />
  )
}

function BeforeAndAfter({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <Change entry={entry} />
      {entry.reason && <p className="reason">{entry.reason}</p>}
    </>
  )
}

/** Tables whose rows have a page; rows of other tables link to their audit entries. */
const pages: Record<string, (id: string) => string> = {
  orders: adminOrderUrl,
  products: adminProductUrl,
  promotional_content: (id) => adminContentUrl('promotions', id),
  ads: (id) => adminContentUrl('ads', id),
  delivery_zones: (id) => adminDeliveryRowUrl('delivery_zones', id),
  delivery_options: (id) => adminDeliveryRowUrl('delivery_options', id),
  // Its name in older entries.
  delivery_ways: (id) => adminDeliveryRowUrl('delivery_options', id),
}

function RowLink({ table, id }: { table: string; id: string | null }) {
  if (id === null) return table
  const to = Object.hasOwn(pages, table) ? (pages[table]?.(id) ?? '') : auditOfUrl(table, id)
  return (
    <span className="audit-record">
      {table}{' '}
      <Link className="link tabular" to={to}>
        {id}
      </Link>
    </span>
  )
}

function Change({ entry }: { entry: AuditEntry }) {
  const all = differences(entry)
  if (all.length === 0) return <span className="visually-hidden">Nothing to compare</span>
  const list = (
    <dl className="change">
      {all.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== null && <del>{before}</del>}
            {before !== null && after !== null && (
              <>
                <span className="visually-hidden"> became </span>
                <span aria-hidden="true"> → </span>
              </>
            )}
            {after !== null && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
  const length = all.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0)
  if (all.length <= maxOpenFields && length <= maxOpenLength) return list
  return (
    <details>
      <summary className="link">{all.length === 1 ? all[0]?.field : `${all.length} fields`}</summary>
      {list}
    </details>
  )
}

interface Difference {
  field: string
  /** Null if the row or field did not exist. */
  before: string | null
  after: string | null
}

/** The fields that an entry of the audit log changed, in their order in the entry. */
export function differences({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map((field) => ({ field: field.replaceAll('_', ' '), before: textOf(before, field), after: textOf(after, field) }))
    .filter((each) => each.before !== each.after)
}

function textOf(row: Record<string, unknown> | null, field: string): string | null {
  if (!row || !Object.hasOwn(row, field)) return null
  const value = row[field]
  if (value === null || value === '') return 'nothing'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
