import { randomUUID } from 'node:crypto'
import { payoutActs } from '#domain/payout-acts.ts'
import { getPayoutReviewSummary } from '#features/wallet/get-review-summary.ts'
import { listPayouts } from '#features/wallet/list-payouts.ts'
import { payoutOperations } from '#features/wallet/payout-operations.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { toastUnsure } from '#web/admin/admin-toasts.ts'
import { AffiliateFilter } from '#web/admin/affiliate-filter.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { findFilterAffiliate } from '#web/admin/find-filter-affiliate.ts'
import { operationActs } from '#web/admin/operation-acts.ts'
import { ExportBatch } from '#web/admin/payouts/batch-forms.tsx'
import { PayoutRows } from '#web/admin/payouts/payout-rows.tsx'
import { payoutViews } from '#web/admin/payouts/payout-views.ts'
import { PayoutReviewNotice } from '#web/admin/payouts/review-notice.tsx'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { Options } from '#web/admin/select-options.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readChoice, readId, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/payouts-page.ts'

/** Payout Management (spec §2). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const [search, show] = [readSearch(query), readChoice(query, 'show', payoutViews)]
  const affiliate = await findFilterAffiliate(ctx, readId(query, 'affiliate'))
  const filter = { search, affiliate_id: affiliate?.id, ...(show && payoutViews[show].filter) }
  const [list, desk] = await Promise.all([loadPage(query, (page) => listPayouts(ctx, { ...filter, ...page })), getPayoutReviewSummary(ctx)])
  return { list, desk, search, show, affiliate, visitKey: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, operationActs('payout', payoutActs, payoutOperations))
}

/** The intents that pay: spec §8 has a text for an unknown outcome. */
const paying = ['paid', 'send', 'send-all']

export function clientAction(args: Route.ClientActionArgs) {
  return toastUnsure(args, (intent) => (paying.includes(intent) ? 'Failed to process payout completion' : null))
}

export const shouldRevalidate = revalidateAfterPost

export default function PayoutsPage({ loaderData: { list, desk, search, show, affiliate, visitKey } }: Route.ComponentProps) {
  return (
    <SectionCard
      action={<ExportBatch pending={desk.counts.pending} visitKey={visitKey} />}
      toolbar={
        <AdminToolbar
          only={<AffiliateFilter affiliate={affiliate} />}
          search={{ label: 'Search payouts', placeholder: 'Name, number, receipt or code', value: search }}
          isNarrowed={search !== undefined || show !== undefined || affiliate !== null}
          count={`${desk.counts.pending.toLocaleString('en-KE')} pending, ${desk.counts.processing.toLocaleString('en-KE')} at M-Pesa`}
        >
          <SelectField label="Status" name="show" defaultValue={show ?? ''}>
            <option value="">All</option>
            <Options of={payoutViews} />
          </SelectField>
        </AdminToolbar>
      }
    >
      <PayoutReviewNotice desk={desk} />
      <PostedOutcome />
      <AdminList list={list} what="payouts" empty="No payout requests found" retainRemoved>
        {(payouts, gone) => <PayoutRows {...{ payouts, gone, desk, visitKey }} />}
      </AdminList>
    </SectionCard>
  )
}
