import { useState } from 'react'
import { Link } from 'react-router'
import { commissionActs, earlyApproval, earlyApprovalWarning } from '#domain/affiliate-acts.ts'
import {
  type CommissionAction,
  type CommissionStatus,
  commissionActions,
  commissionBadge,
  commissionStatuses,
  systemReasons,
} from '#domain/commission.ts'
import { formatMoney, formatShillings, fromShillings, sum } from '#domain/money.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import { isDelivered, statusLabel } from '#domain/order.ts'
import { commissionOperations } from '#features/affiliates/commission-operations.ts'
import { type CommissionRow, listCommissions } from '#features/affiliates/commissions.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { ActForm, PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import type { ActionToast } from '#web/admin/admin-toasts.ts'
import { operationActs } from '#web/admin/operation-acts.ts'
import { adminOrderUrl, adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin, findFilterAffiliate } from '#web/admin/panel-requests.ts'
import { RemovedRowMessage, UnchangedNotice, type UnchangedRow } from '#web/admin/row-messages.tsx'
import { PickBar, PickBox, usePicks } from '#web/admin/row-selection.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { Options, ReasonField } from '#web/admin/shared-fields.tsx'
import { AdminToolbar, AffiliateFilter } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readChoice, readId, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/commissions-page.ts'
import '../people.css'

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

const actions = Object.keys(commissionActions) as CommissionAction[]
const isPending = ({ status }: CommissionRow) => actions.some((action) => commissionActions[action].from === status)

/** The commissions; pending ones can be approved or rejected, singly or several at once. */
function CommissionRows({ commissions, gone }: { commissions: CommissionRow[]; gone: ReadonlySet<string> }) {
  const canSettle = (commission: CommissionRow) => isPending(commission) && !gone.has(commission.id)
  const picks = usePicks(commissions.filter(canSettle).map(({ id }) => id))
  const [unchanged, setUnchanged] = useState<UnchangedRow[]>([])
  return (
    <>
      <PickBar picks={picks}>
        <BulkCommissionForms commissions={commissions.filter(({ id }) => picks.picked.includes(id))} onUnchanged={setUnchanged} />
      </PickBar>
      <UnchangedNotice stayed={unchanged} codeOf={(id) => commissions.find((each) => each.id === id)?.order.short_code ?? ''} />
      <ul className="rows">
        {commissions.map((commission) => (
          <li className={gone.has(commission.id) ? 'record record-moved' : 'record'} key={commission.id} data-row>
            <div className="record-name">
              <span className="record-head">
                {canSettle(commission) && (
                  <PickBox id={commission.id} name={`the commission of order ${commission.order.short_code}`} picks={picks} />
                )}
                <Link className="link tabular" to={adminOrderUrl(commission.order_id)}>
                  <span className="visually-hidden">Order </span>
                  {commission.order.short_code}
                </Link>
              </span>
              <small className="tabular">{formatDate(commission.created_at)}</small>
            </div>
            <CommissionAffiliate {...commission} />
            <State {...commission} isGone={gone.has(commission.id)} />
            <div className="acts">
              {gone.has(commission.id) && <RemovedRowMessage>Settled. It no longer matches this list.</RemovedRowMessage>}
              {canSettle(commission) && <CommissionForms {...commission} />}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function CommissionAffiliate({ affiliate, affiliate_id, order }: CommissionRow) {
  return (
    <div className="record-name">
      <span>
        <b>{affiliate.full_name || 'Deleted account'}</b>{' '}
        <Link className="link tabular" to={adminSectionUrl('commissions', { affiliate: affiliate_id })}>
          {affiliate.affiliate_code ?? 'all of theirs'}
        </Link>
      </span>
      <small>
        {order.customer_name} bought for <span className="tabular">{formatShillings(order.total_amount)}</span>
      </small>
      <OrderBadge status={order.status} />
    </div>
  )
}

function State({ status, commission_amount, reason, clawed_back, is_own, likeness, isGone }: CommissionRow & { isGone: boolean }) {
  const { label, tone, waiting } = commissionBadge({ status, clawed_back })
  return (
    <div className="record-name">
      <span className="record-head">
        <span className="amount tabular">{formatShillings(commission_amount)}</span>
        {!isGone && (
          <Badge tone={tone} waiting={waiting}>
            {label}
          </Badge>
        )}
      </span>
      {status === 'rejected' && reason && <small>{reason}</small>}
      {clawed_back && <small>{systemReasons.cancelled}</small>}
      {is_own && status !== 'rejected' && <small className="warn">Looks like the affiliate’s own purchase</small>}
      {likeness && status === 'pending' && <small className="warn">{likeness}</small>}
    </div>
  )
}

/** Approves or rejects one commission (spec §4). */
function CommissionForms({ id, commission_amount, affiliate, order, approval_refusal }: CommissionRow) {
  const values = { who: affiliate.full_name || 'the affiliate', sum: formatShillings(commission_amount) }
  const act = (intent: 'approve' | 'reject') => ({ act: commissionActs[intent], intent, of: order.short_code, values, hidden: { id } })
  const early = !isDelivered(order.status)
  return (
    <>
      <ActForm
        {...act('approve')}
        refusal={approval_refusal}
        {...(early && earlyApproval)}
        first={early && <EarlyNotice bold="Not delivered yet:" status={` ${statusLabel(order.status)}.`} />}
      />
      <ActForm {...act('reject')}>{(form) => <ReasonField {...form} />}</ActForm>
    </>
  )
}

/** Approves or rejects the selected commissions, each independently. */
function BulkCommissionForms({ commissions, onUnchanged }: { commissions: CommissionRow[]; onUnchanged: (stayed: UnchangedRow[]) => void }) {
  const count = commissions.length
  const early = commissions.filter(({ order, approval_refusal }) => !approval_refusal && !isDelivered(order.status)).length
  const form = {
    hidden: { ids: commissions.map(({ id }) => id).join(',') },
    of: `${count} ${count === 1 ? 'commission' : 'commissions'}`,
    values: { sum: formatMoney(sum(commissions.map(({ commission_amount }) => fromShillings(commission_amount)))) },
    onDone: ({ facts }: ActionToast) => onUnchanged((facts?.stayed as UnchangedRow[] | undefined) ?? []),
  }
  return (
    <>
      <ActForm
        {...form}
        act={commissionActs['approve-all']}
        intent="approve-all"
        first={early > 0 && <EarlyNotice bold={`Not delivered yet: ${early === count ? 'all of them' : `${early} of them`}.`} />}
      />
      <ActForm {...form} act={commissionActs['reject-all']} intent="reject-all">
        {(state) => <ReasonField {...state} hint="Every one of the affiliates reads it." />}
      </ActForm>
    </>
  )
}

function EarlyNotice({ bold, status }: { bold: string; status?: string }) {
  return (
    <Notice tone="amber">
      <b>{bold}</b>
      {status} {earlyApprovalWarning}
    </Notice>
  )
}
