import { useEffect, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { clearingActs, snapshotDays } from '#domain/user-data.ts'
import { countDebts } from '#features/affiliates/debts.ts'
import { hasSecondFactor } from '#features/people/require-identity.ts'
import { countUnshipped, countUserData, isClearing, isRestoring } from '#features/staff/clear-user-data.ts'
import { dataOperations } from '#features/staff/restore-snapshot.ts'
import { listSnapshots, type Snapshot } from '#features/staff/snapshots.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Stat } from '#ui/kit/stat.tsx'
import { Table } from '#ui/kit/table.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { toastUnsure } from '#web/admin/admin-toasts.ts'
import { clearingTopic, DangerZone } from '#web/admin/data/danger-zone.tsx'
import { inTime, operationActs } from '#web/admin/operation-acts.ts'
import { adminSnapshotUrl, snapshotFileUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { usePolling, useRange } from '#web/admin/use-panel.ts'
import type { Route } from './+types/data-page.ts'
import './data.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const [restoring, locked] = await Promise.all([isRestoring(ctx), isClearing(ctx)])
  const [counts, unshipped, debts, asksCode, snapshots] = await Promise.all([
    countUserData(ctx),
    countUnshipped(ctx),
    countDebts(ctx),
    hasSecondFactor(ctx),
    listSnapshots(ctx),
  ])
  return { counts, unshipped, debts, asksCode, snapshots, clearing: locked && !restoring, restoring }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, operationActs('shop', clearingActs, { clear: inTime(dataOperations.clear, 'clearing all user data failed') }))
}

const lost = 'The connection was lost. Clearing many orders takes minutes: look at the counts again before you try again.'

/** The texts of spec §5 and §8. */
export function clientAction(args: Route.ClientActionArgs) {
  return toastUnsure(args, (_, unsure) => (unsure === 'lost' ? lost : 'Failed to clear data. Please try again.'))
}

export default function DataPage({ loaderData: { counts, unshipped, debts, asksCode, snapshots, clearing, restoring } }: Route.ComponentProps) {
  return (
    <>
      <SectionCard>
        <PostedOutcome />
        <div className="stats">
          <Stat label="Orders" count={counts.orders} />
          <Stat label="Commissions" count={counts.commissions} />
          <Stat label="Payouts" count={counts.payouts} />
          <Stat label="Affiliates" count={counts.affiliates} />
        </div>
      </SectionCard>
      <ClearingNotice isClearing={clearing} newest={snapshots[0]?.id ?? null} />
      {restoring && <RestoringNotice />}
      {!clearing && !restoring && <DangerZone counts={counts} unshipped={unshipped} debts={debts} asksCode={asksCode} />}
      <SnapshotList snapshots={snapshots} />
    </>
  )
}

const intervalMs = 4_000

/** Shown while a clearing is running, started by any admin: revalidates until it is over and shows the outcome. A successful clearing has left a new snapshot. */
function ClearingNotice({ isClearing, newest }: { isClearing: boolean; newest: string | null }) {
  const { revalidate, state } = useRevalidator()
  const atStart = useRef<{ newest: string | null } | null>(null)
  useEffect(() => {
    if (isClearing) {
      atStart.current ??= { newest }
      if (state !== 'idle') return
      const timer = setTimeout(revalidate, intervalMs)
      return () => clearTimeout(timer)
    }
    if (atStart.current === null) return
    showToast(
      newest !== atStart.current.newest
        ? { title: 'Data Cleared Successfully', text: 'A snapshot is kept below.', tone: 'good', topic: clearingTopic }
        : { title: 'Error', text: 'Failed to clear data. Please try again.', tone: 'bad', topic: clearingTopic },
    )
    atStart.current = null
  }, [isClearing, newest, state, revalidate])
  if (!isClearing) return null
  return (
    <Notice tone="amber" role="status">
      <b>Clearing is under way.</b> Many orders take minutes. Until it is over there can be no orders or payouts. This page says when it is; you may
      leave it.
    </Notice>
  )
}

/** While a snapshot is being put back, by anybody; afterwards the list of snapshots says when it was. */
function RestoringNotice() {
  usePolling(true, 4_000)
  return (
    <Notice tone="amber" role="status">
      <b>A snapshot is being put back.</b> Many orders take minutes. Until it is over there can be no orders or payouts; the list below says when it
      was done. You may leave this page.
    </Notice>
  )
}

/** The cleared data as files. */
function SnapshotList({ snapshots }: { snapshots: Snapshot[] }) {
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
