import { setTimeout as pause } from 'node:timers/promises'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { may } from '#domain/roles.ts'
import { restoredMessage } from '#domain/user-data.ts'
import { findObstacles } from '#features/store-admin/find-obstacles.ts'
import { getSnapshot } from '#features/store-admin/read-snapshot.ts'
import { restoreSnapshot } from '#features/store-admin/restore-snapshot.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Table } from '#ui/kit/table.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { loadOne } from '#web/admin/load-one.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { sections } from '#web/admin/sections.ts'
import { useRange } from '#web/admin/use-range.ts'
import type { Route } from './+types/snapshot-page.ts'
import '../content.css'
import './data.css'

/** What a snapshot holds and, for an owner, what stands in the way of putting it back. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const snapshot = await loadOne(() => getSnapshot(ctx, args.params.id))
  return { snapshot, obstacles: may(ctx.actor, 'run_shop') ? await findObstacles(ctx, snapshot.id) : null }
}

/** As for clearing (data-page.tsx). */
const waitMs = 20_000

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    restore: async (ctx) => {
      const work = restoreSnapshot(ctx, args.params.id)
      const done = await Promise.race([work, pause(waitMs, null, { ref: false })])
      if (done) return { title: 'Snapshot put back', text: restoredMessage(done) }
      work.catch((error) => ctx.log.error({ error }, 'putting a snapshot back failed'))
      return {
        title: 'Putting back',
        text: 'There is a lot to put back: it takes minutes, and continues if you leave. Data Management says when it is done.',
      }
    },
  })
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
      <ConfirmForm
        intent="restore"
        label="Put it back"
        title="Put this snapshot back?"
        text={
          <>
            <p>Its orders, lines, clicks, commissions and payouts come back as they were, beside those of today. No row of today is changed.</p>
            <p>
              Orders that waited for their money come back as Buyer Not Paid: their pairs went back on the shelf and are not held again. Affiliates
              get their code where nobody else has it. It is done whole or not at all, and meanwhile there can be no orders.
            </p>
          </>
        }
        submit="Put it back"
        busy="Putting back..."
      />
    </div>
  )
}
