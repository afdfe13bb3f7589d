import { affiliateActs } from '#domain/affiliate-acts.ts'
import { affiliateOperations } from '#features/affiliates/affiliate-operations.ts'
import { listAffiliates } from '#features/affiliates/list-affiliates.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { AffiliateTable } from '#web/admin/affiliates/affiliate-table.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { operationActs } from '#web/admin/operation-acts.ts'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { Options } from '#web/admin/select-options.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readChoice, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/affiliates-page.ts'

const states = {
  active: { label: 'Active', is_paused: false },
  paused: { label: 'Paused', is_paused: true },
} as const

/** Affiliate Management (spec §2). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const [search, state] = [readSearch(query), readChoice(query, 'state', states)]
  const list = await loadPage(query, (page) => listAffiliates(ctx, { search, is_paused: state && states[state].is_paused, ...page }))
  return { list, search, state }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, operationActs('affiliate', affiliateActs, affiliateOperations))
}

export const shouldRevalidate = revalidateAfterPost

export default function AffiliatesPage({ loaderData: { list, search, state } }: Route.ComponentProps) {
  return (
    <SectionCard
      toolbar={
        <AdminToolbar
          search={{ label: 'Search affiliates', placeholder: 'Name, code or phone', value: search }}
          isNarrowed={search !== undefined || state !== undefined}
        >
          <SelectField label="Show" name="state" defaultValue={state ?? ''}>
            <option value="">All</option>
            <Options of={states} />
          </SelectField>
        </AdminToolbar>
      }
    >
      <SectionViews of="Affiliates" />
      <PostedOutcome />
      <AdminList list={list} what="affiliates" empty="No affiliate users found">
        {(rows) => <AffiliateTable affiliates={rows} />}
      </AdminList>
    </SectionCard>
  )
}
