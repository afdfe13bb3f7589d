import { formatDateTime } from '#domain/nairobi-time.ts'
import { may } from '#domain/roles.ts'
import { snapshotActs } from '#domain/user-data.ts'
import { dataOperations, findObstacles } from '#features/staff/restore-snapshot.ts'
import { getSnapshot } from '#features/staff/snapshots.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ActForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { inTime, operationActs } from '#web/admin/operation-acts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { sections } from '#web/admin/sections.ts'
import { useRange } from '#web/admin/use-panel.ts'
import type { Route } from './+types/snapshot-page.ts'
import '../content.css'
import './data.css'

/** What a snapshot holds and, for an owner, what stands in the way of putting it back. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const snapshot = await loadOne(() => getSnapshot(ctx, args.params.id))
  return { snapshot, obstacles: may(ctx.actor, 'run_shop') ? await findObstacles(ctx, snapshot.id) : null }
}

export function action(args: Route.ActionArgs) {
  const restore = inTime(dataOperations.restore, 'putting a snapshot back failed')
  return actAsAdmin(args, operationActs('snapshot', snapshotActs, { restore }, { restore: () => ({ snapshot_id: args.params.id }) }))
}

export default function SnapshotPage({ loaderData: { snapshot, obstacles } }: Route.ComponentProps) {
  const range = useRange()
  const { taken_at, by, days_left, put_back_at, counts } = snapshot
  const rows = Object.entries(counts).filter(([, count]) => count > 0)
  return (
    <SectionCard>
      <Breadcrumb trail={[{ to: adminSectionUrl('data', range), label: sections.data }]} here="Snapshot" />
      <h2 className="content-title">Cleared on {formatDateTime(taken_at)}</h2>
      <PostedOutcome />
      <p className="intro">
        By {by ?? 'the shop'}.{' '}
        {put_back_at
          ? `Put back on ${formatDateTime(put_back_at)}.`
          : `It is kept for ${days_left === 1 ? 'one more day' : `${days_left} more days`}.`}
      </p>
      {put_back_at === null && <PutBack obstacles={obstacles} />}
      <Table
        rows={rows}
        keyOf={([table]) => table}
        columns={[
          { head: 'What', cell: ([table]) => table.replaceAll('_', ' ') },
          { head: 'Rows', cell: ([, count]) => count.toLocaleString('en-KE'), right: true, num: true },
        ]}
      />
    </SectionCard>
  )
}

function PutBack({ obstacles }: { obstacles: string[] | null }) {
  if (obstacles === null) return <p className="intro">An owner of the shop can put it back.</p>
  if (obstacles.length > 0) {
    return (
      <Notice tone="amber" role="note" className="obstacles">
        <b>It cannot be put back yet. What stands in its way:</b>
        <ul>
          {obstacles.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Notice>
    )
  }
  return (
    <div className="obstacles">
      <p className="intro">Nothing stands in its way.</p>
      <ActForm act={snapshotActs.restore} intent="restore" />
    </div>
  )
}
