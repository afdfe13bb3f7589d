import { countUserData } from '#features/store-admin/count-user-data.ts'
import { Stat } from '#ui/kit/stat.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminSheet } from '#web/admin/sheet.tsx'
import { loaderHeaders, privatePage } from '#web/page.ts'
import type { Route } from './+types/data-page.ts'

export async function loader(args: Route.LoaderArgs) {
  return privatePage({ counts: await countUserData(asAdmin(args)) })
}

export const headers = loaderHeaders
export const meta = sectionMeta('data')

export default function DataPage({ loaderData: { counts } }: Route.ComponentProps) {
  return (
    <AdminSheet>
      <div className="stats">
        <Stat label="Orders" count={counts.orders} />
        <Stat label="Commissions" count={counts.commissions} />
        <Stat label="Payouts" count={counts.payouts} />
        <Stat label="Affiliates" count={counts.affiliates} />
      </div>
    </AdminSheet>
  )
}
