import { clearingActs } from '#domain/data-acts.ts'
import { countDebts } from '#features/affiliates/list-debts.ts'
import { hasSecondFactor } from '#features/people/require-identity.ts'
import { countUnshipped, countUserData } from '#features/store-admin/count-user-data.ts'
import { dataOperations } from '#features/store-admin/data-operations.ts'
import { isClearing, isRestoring } from '#features/store-admin/is-clearing.ts'
import { listSnapshots } from '#features/store-admin/read-snapshot.ts'
import { Stat } from '#ui/kit/stat.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { toastUnsure } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { ClearingNotice } from '#web/admin/data/clearing-notice.tsx'
import { DangerZone } from '#web/admin/data/danger-zone.tsx'
import { inTime } from '#web/admin/data/in-time.ts'
import { RestoringNotice } from '#web/admin/data/restoring-notice.tsx'
import { SnapshotList } from '#web/admin/data/snapshot-list.tsx'
import { operationActs } from '#web/admin/operation-acts.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
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
