import { type CommissionStatus, commissionStatuses } from '#domain/commission.ts'
import { commissionActs } from '#domain/commission-acts.ts'
import { commissionOperations } from '#features/affiliates/commission-operations.ts'
import { listCommissions } from '#features/affiliates/list-commissions.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { AffiliateFilter } from '#web/admin/affiliate-filter.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { CommissionRows } from '#web/admin/commissions/commission-rows.tsx'
import { findFilterAffiliate } from '#web/admin/find-filter-affiliate.ts'
import { operationActs } from '#web/admin/operation-acts.ts'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { Options } from '#web/admin/select-options.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readChoice, readId, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/commissions-page.ts'

/** Commission Management (spec §2). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const search = readSearch(query)
  const status: CommissionStatus | undefined = readChoice(query, 'status', commissionStatuses)
  const affiliate = await findFilterAffiliate(ctx, readId(query, 'affiliate'))
  const list = await loadPage(query, (page) => listCommissions(ctx, { search, status, affiliate_id: affiliate?.id, ...page }))
  return { list, search, status, affiliate }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, operationActs('commission', commissionActs, commissionOperations))
}

export const shouldRevalidate = revalidateAfterPost

export default function CommissionsPage({ loaderData: { list, search, status, affiliate } }: Route.ComponentProps) {
  return (
    <SectionCard
      toolbar={
        <AdminToolbar
          only={<AffiliateFilter affiliate={affiliate} />}
          search={{ label: 'Search commissions', placeholder: 'Order, buyer, affiliate or code', value: search }}
          isNarrowed={search !== undefined || status !== undefined || affiliate !== null}
        >
          <SelectField label="Status" name="status" defaultValue={status ?? ''}>
            <option value="">All</option>
            <Options of={commissionStatuses} />
          </SelectField>
        </AdminToolbar>
      }
    >
      <SectionViews of="Commissions" />
      <PostedOutcome />
      <AdminList list={list} what="commissions" empty="No commissions found" retainRemoved>
        {(commissions, gone) => <CommissionRows {...{ commissions, gone }} />}
      </AdminList>
    </SectionCard>
  )
}
