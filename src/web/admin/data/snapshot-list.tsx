import { formatDateTime } from '#domain/nairobi-time.ts'
import { snapshotDays } from '#domain/user-data.ts'
import type { Snapshot } from '#features/store-admin/read-snapshot.ts'
import { snapshotFileUrl } from '#web/addresses.ts'

/** What was cleared, as files. */
export function SnapshotList({ snapshots }: { snapshots: Snapshot[] }) {
  if (snapshots.length === 0) return null
  return (
    <section className="sheet" aria-labelledby="snapshots">
      <h3 id="snapshots">Snapshots</h3>
      <p className="of-days">
        What was cleared, row by row. They hold names and phones: each is kept for {snapshotDays} days, and who fetches one is written into the audit
        log.
      </p>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">Taken</th>
            <th scope="col" className="r">
              Orders
            </th>
            <th scope="col" className="r">
              Rows
            </th>
            <th scope="col" className="r">
              File
            </th>
          </tr>
        </thead>
        <tbody>
          {snapshots.map(({ id, taken_at, counts }) => (
            <tr key={id}>
              <td data-l="Taken">
                <time className="num" dateTime={taken_at}>
                  {formatDateTime(taken_at)}
                </time>
              </td>
              <td data-l="Orders" className="r num">
                {(counts.orders ?? 0).toLocaleString('en-KE')}
              </td>
              <td data-l="Rows" className="r num">
                {Object.values(counts)
                  .reduce((sum, count) => sum + count, 0)
                  .toLocaleString('en-KE')}
              </td>
              <td data-l="File" className="r">
                <a className="lnk" href={snapshotFileUrl(id)} download="viatu-cleared-data.json">
                  Download<span className="sr"> the snapshot of {formatDateTime(taken_at)}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
