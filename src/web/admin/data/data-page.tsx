import { setTimeout as pause } from 'node:timers/promises'
import { clearedMessage } from '#domain/user-data.ts'
import { countDebts } from '#features/affiliates/list-debts.ts'
import { hasSecondFactor } from '#features/people/require-identity.ts'
import { clearUserData } from '#features/store-admin/clear-user-data.ts'
import { countUnshipped, countUserData } from '#features/store-admin/count-user-data.ts'
import { isClearing } from '#features/store-admin/is-clearing.ts'
import { listSnapshots } from '#features/store-admin/read-snapshot.ts'
import { Stat } from '#ui/kit/stat.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { type Act, actAsAdmin } from '#web/admin/act-as-admin.ts'
import { Said } from '#web/admin/admin-form.tsx'
import { actAndTell, actOf } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { DangerZone } from '#web/admin/data/danger-zone.tsx'
import { SnapshotList } from '#web/admin/data/snapshot-list.tsx'
import { UnderWay } from '#web/admin/data/under-way.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { sectionMeta } from '#web/admin/sections.ts'
import { revalidateAfterConflict } from '#web/dashboard/form-answer.ts'
import { loaderHeaders, privatePage } from '#web/page.ts'
import type { Route } from './+types/data-page.ts'
import './data.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const clearing = await isClearing(ctx)
  const [counts, unshipped, debts, asksCode, snapshots] = await Promise.all([
    countUserData(ctx),
    countUnshipped(ctx),
    countDebts(ctx),
    hasSecondFactor(ctx),
    listSnapshots(ctx),
  ])
  return privatePage({ counts, unshipped, debts, asksCode, snapshots, clearing })
}

/** A million orders take minutes, longer than a connection lives on which nothing moves: then the page tells how it ended. */
const patienceMs = 20_000

const acts: Record<string, Act> = {
  clear: async (ctx, { confirmation, password, code }) => {
    const work = clearUserData(ctx, { confirmation, password, code })
    const cleared = await Promise.race([work, pause(patienceMs, null, { ref: false })])
    if (cleared === null) {
      work.catch((error) => ctx.log.error({ error }, 'clearing all user data failed'))
      return { title: 'Clearing', text: 'There is much to clear: it takes minutes, and goes on if you leave.' }
    }
    return { title: 'Data Cleared Successfully', text: clearedMessage(cleared.counts.orders ?? 0) }
  },
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, acts)
}

const lost = 'The connection was lost. Clearing many orders takes minutes: look at the counts again before you try again.'

/** Each outcome in the words of spec §5 and §8; where nobody knows the outcome, that. */
export async function clientAction(args: Route.ClientActionArgs) {
  const about = await actOf(args.request)
  const answer = await actAndTell(args)
  if ('unsure' in answer)
    showToast({ title: 'Error', text: answer.unsure === 'lost' ? lost : 'Failed to clear data. Please try again.', tone: 'bad', about })
  return answer
}

export const headers = loaderHeaders
export const shouldRevalidate = revalidateAfterConflict
export const meta = sectionMeta('data')

export default function DataPage({ loaderData: { counts, unshipped, debts, asksCode, snapshots, clearing } }: Route.ComponentProps) {
  return (
    <>
      <SectionCard>
        <Said />
        <div className="stats">
          <Stat label="Orders" count={counts.orders} />
          <Stat label="Commissions" count={counts.commissions} />
          <Stat label="Payouts" count={counts.payouts} />
          <Stat label="Affiliates" count={counts.affiliates} />
        </div>
      </SectionCard>
      <UnderWay isClearing={clearing} newest={snapshots[0]?.id ?? null} />
      {!clearing && <DangerZone counts={counts} unshipped={unshipped} debts={debts} asksCode={asksCode} />}
      <SnapshotList snapshots={snapshots} />
    </>
  )
}
