import { Link } from 'react-router'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { snapshotDays } from '#domain/user-data.ts'
import type { Snapshot } from '#features/store-admin/read-snapshot.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { adminSnapshotUrl, snapshotFileUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-range.ts'

/** The cleared data as files. */
export function SnapshotList({ snapshots }: { snapshots: Snapshot[] }) {
  if (snapshots.length === 0) return null
  return (
    <section className="sheet" aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      <p className="days-words">
        What was cleared, row by row. They hold names and phones: each is kept for {snapshotDays} days, and each download is recorded in the audit
        log. An owner can put one back while nothing stands in its way.
      </p>
      <Table
        rows={snapshots}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Taken', cell: ({ taken_at }) => <Moment at={taken_at} /> },
          { head: 'Orders', cell: ({ counts }) => (counts.orders ?? 0).toLocaleString('en-KE'), right: true, num: true },
          { head: 'Rows', cell: ({ counts }) => sumOf(counts).toLocaleString('en-KE'), right: true, num: true },
          { head: 'By', cell: ({ by }) => by ?? 'The shop' },
          { head: 'Days left', cell: ({ days_left }) => days_left, right: true, num: true },
          { head: 'Put back', cell: (snapshot) => <PutBackLink {...snapshot} /> },
          { head: 'File', cell: (snapshot) => <Download {...snapshot} />, right: true },
        ]}
      />
    </section>
  )
}

function Download({ id, taken_at }: Snapshot) {
  return (
    <a className="link" href={snapshotFileUrl(id)} download="viatu-cleared-data.json">
      Download<span className="visually-hidden"> the snapshot of {formatDateTime(taken_at)}</span>
    </a>
  )
}

function PutBackLink({ id, taken_at, put_back_at }: Snapshot) {
  const range = useRange()
  if (put_back_at) return <Moment at={put_back_at} />
  return (
    <Link className="link" to={adminSnapshotUrl(id, range)}>
      Check<span className="visually-hidden"> whether the snapshot of {formatDateTime(taken_at)} can be put back</span>
    </Link>
  )
}

function sumOf(counts: Snapshot['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
