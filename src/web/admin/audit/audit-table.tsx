import { Link } from 'react-router'
import { formatDateTime } from '#domain/nairobi-time.ts'
import type { AuditEntry } from '#features/store-admin/list-audit.ts'
import { adminContentUrl, adminOrderUrl, adminProductUrl, auditOfUrl } from '#web/addresses.ts'
import { differences } from '#web/admin/audit/differences.ts'

/** More than so many fields are folded away: a whole row that was made or deleted. */
const shownAtOnce = 4
/** Letters of them together: the text of a help page would push everything else out of sight. */
const lettersAtOnce = 400

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <table className="tb audit">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Row</th>
          <th scope="col">Before and after</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td data-l="When">
              <time className="num" dateTime={entry.at}>
                {formatDateTime(entry.at)}
              </time>
            </td>
            <td data-l="Who">{entry.actor ? entry.actor.full_name || 'Deleted account' : 'The shop'}</td>
            <td data-l="What">
              <b>{entry.action}</b>
            </td>
            <td data-l="Row">
              <RowLink table={entry.table_name} id={entry.row_id} />
            </td>
            <td data-l="Before and after">
              <Change entry={entry} />
              {entry.reason && <p className="why">{entry.reason}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Tables whose rows have a page of their own; all others lead to what else was done to the row. */
const pages: Record<string, (id: string) => string> = {
  orders: adminOrderUrl,
  products: adminProductUrl,
  promotional_content: (id) => adminContentUrl('promotions', id),
  ads: (id) => adminContentUrl('ads', id),
}

function RowLink({ table, id }: { table: string; id: string | null }) {
  if (id === null) return table
  const to = Object.hasOwn(pages, table) ? (pages[table]?.(id) ?? '') : auditOfUrl(table, id)
  return (
    <span className="row-of">
      {table}{' '}
      <Link className="lnk num" to={to}>
        {id}
      </Link>
    </span>
  )
}

function Change({ entry }: { entry: AuditEntry }) {
  const all = differences(entry)
  if (all.length === 0) return <span className="sr">Nothing to compare</span>
  const list = (
    <dl className="change">
      {all.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== null && <del>{before}</del>}
            {before !== null && after !== null && (
              <>
                <span className="sr"> became </span>
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
  if (all.length <= shownAtOnce && length <= lettersAtOnce) return list
  return (
    <details>
      <summary className="lnk">{all.length === 1 ? all[0]?.field : `${all.length} fields`}</summary>
      {list}
    </details>
  )
}
