import { setTimeout as pause } from 'node:timers/promises'
import { clearedMessage } from '#domain/user-data.ts'
import { countDebts } from '#features/affiliates/list-debts.ts'
import { hasSecondFactor } from '#features/people/require-identity.ts'
import { clearUserData } from '#features/store-admin/clear-user-data.ts'
import { countUnshipped, countUserData } from '#features/store-admin/count-user-data.ts'
import { isClearing, isRestoring } from '#features/store-admin/is-clearing.ts'
import { listSnapshots } from '#features/store-admin/read-snapshot.ts'
import { Stat } from '#ui/kit/stat.tsx'
import { type Act, actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { toastUnsure } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { ClearingNotice } from '#web/admin/data/clearing-notice.tsx'
import { DangerZone } from '#web/admin/data/danger-zone.tsx'
import { RestoringNotice } from '#web/admin/data/restoring-notice.tsx'
import { SnapshotList } from '#web/admin/data/snapshot-list.tsx'
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

/** Clearing a million orders takes minutes, longer than an idle connection lives: after this time the page polls for the outcome. */
const waitMs = 20_000

const acts: Record<string, Act> = {
  clear: async (ctx, { confirmation, password, code }) => {
    const work = clearUserData(ctx, { confirmation, password, code })
    const cleared = await Promise.race([work, pause(waitMs, null, { ref: false })])
    if (cleared === null) {
      work.catch((error) => ctx.log.error({ error }, 'clearing all user data failed'))
      return { title: 'Clearing', text: 'There is a lot to clear: it takes minutes, and continues if you leave.' }
    }
    return { title: 'Data Cleared Successfully', text: clearedMessage(cleared.counts.orders ?? 0) }
  },
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, acts)
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
