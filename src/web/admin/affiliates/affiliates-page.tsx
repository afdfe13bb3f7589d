import { Link } from 'react-router'
import { affiliateActs } from '#domain/affiliate-acts.ts'
import { formatShillings } from '#domain/money.ts'
import { type AffiliateRow, affiliateOperations, listAffiliates } from '#features/affiliates/affiliates.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ActForm, PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import { operationActs } from '#web/admin/operation-acts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { Options, ReasonField } from '#web/admin/shared-fields.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readChoice, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/affiliates-page.ts'
import '../people.css'

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

/** The affiliates with the columns of spec §2, and links to their commissions, orders and payouts. */
function AffiliateTable({ affiliates }: { affiliates: AffiliateRow[] }) {
  return (
    <Table
      className="people"
      rows={affiliates}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: (affiliate) => <AffiliateName {...affiliate} /> },
        { head: 'Code', cell: ({ affiliate_code }) => affiliate_code, num: true },
        { head: 'Total Clicks', cell: ({ total_clicks }) => total_clicks.toLocaleString('en-KE'), right: true, num: true },
        { head: 'Available Balance', cell: (affiliate) => <Balance {...affiliate} />, right: true, num: true },
        { head: 'Total Earned', cell: (affiliate) => <Earned {...affiliate} />, right: true, num: true },
        { head: 'Look at', cell: (affiliate) => <AffiliateLinks {...affiliate} />, right: true },
        { head: 'Actions', cell: (affiliate) => <PauseForm {...affiliate} />, right: true },
      ]}
    />
  )
}

/** Pauses an affiliate, with a reason for their e-mail, or resumes them. */
function PauseForm({ id, full_name: of, is_paused, pause_reason }: AffiliateRow) {
  const intent = is_paused ? 'resume' : 'pause'
  const why = pause_reason ? ` They were paused for this reason: ${pause_reason}` : ''
  return (
    <ActForm key={intent} intent={intent} act={affiliateActs[intent]} hidden={{ id }} of={of} values={{ why }}>
      {(form) => !is_paused && <ReasonField {...form} optional={false} />}
    </ActForm>
  )
}

function AffiliateName({ full_name, is_paused, pause_reason }: AffiliateRow) {
  return (
    <span className="person">
      <b>{full_name}</b>
      {is_paused && <Badge tone="amber">Paused</Badge>}
      {pause_reason && <small>{pause_reason}</small>}
    </span>
  )
}

function Balance({ available_balance, reserved }: AffiliateRow) {
  return <Money amount={available_balance} beside={reserved > 0 && `${formatShillings(reserved)} in a payout`} />
}

function Earned({ total_earned, total_pending, taken_back }: AffiliateRow) {
  const besides = [total_pending > 0 && `${formatShillings(total_pending)} pending`, taken_back > 0 && `${formatShillings(taken_back)} taken back`]
  return <Money amount={total_earned} beside={besides.filter(Boolean).join(', ')} />
}

function AffiliateLinks({ id, full_name }: AffiliateRow) {
  return (
    <span className="person-links">
      <Link className="link" to={adminSectionUrl('commissions', { affiliate: id })}>
        Commissions<span className="visually-hidden"> of {full_name}</span>
      </Link>
      <Link className="link" to={adminSectionUrl('orders', { affiliate: id })}>
        Orders<span className="visually-hidden"> of {full_name}</span>
      </Link>
      <Link className="link" to={adminSectionUrl('payouts', { affiliate: id })}>
        Payouts<span className="visually-hidden"> of {full_name}</span>
      </Link>
    </span>
  )
}

function Money({ amount, beside }: { amount: number; beside: string | false }) {
  return (
    <span>
      <b>{formatShillings(amount)}</b>
      {beside && (
        <>
          <br />
          <small className="person-under">{beside}</small>
        </>
      )}
    </span>
  )
}
