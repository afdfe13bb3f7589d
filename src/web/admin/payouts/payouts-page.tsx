import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { Link } from 'react-router'
import { payoutActs } from '#domain/affiliate-acts.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDate, formatDateTime } from '#domain/nairobi-time.ts'
import { cancelledReason, type PayoutStatus } from '#domain/payout.ts'
import { formatPhone } from '#domain/phone.ts'
import { payoutOperations } from '#features/affiliates/wallet/payout-operations.ts'
import { getPayoutReviewSummary, listPayouts, type PayoutReviewSummary, type PayoutRow } from '#features/affiliates/wallet/payout-rows.ts'
import { Badge, type BadgeTone } from '#ui/kit/badge.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { ActForm, PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import { toastUnsure } from '#web/admin/admin-toasts.ts'
import { operationActs } from '#web/admin/operation-acts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin, findFilterAffiliate } from '#web/admin/panel-requests.ts'
import { BulkPayoutForms, ExportBatch, PayoutForms } from '#web/admin/payouts/payout-forms.tsx'
import { RemovedRowMessage, UnchangedNotice, type UnchangedRow } from '#web/admin/row-messages.tsx'
import { PickBar, PickBox, usePicks } from '#web/admin/row-selection.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { Options } from '#web/admin/shared-fields.tsx'
import { AdminToolbar, AffiliateFilter } from '#web/admin/toolbar.tsx'
import { usePolling } from '#web/admin/use-panel.ts'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readChoice, readId, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/payouts-page.ts'
import '../people.css'

/** The filters of the list. */
const payoutViews = {
  pending: { label: 'Pending', filter: { status: 'pending' } },
  processing: { label: 'At M-Pesa', filter: { status: 'processing' } },
  review: { label: 'Problems', filter: { needs_review: true } },
  completed: { label: 'Paid', filter: { status: 'completed' } },
  rejected: { label: 'Rejected', filter: { status: 'rejected' } },
  failed: { label: 'Failed at M-Pesa', filter: { status: 'failed' } },
} as const satisfies Record<string, { label: string; filter: { status?: PayoutStatus; needs_review?: boolean } }>

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

/** Warns that payouts are stopped, or that some need a review. */
function PayoutReviewNotice({ desk: { stop, counts } }: { desk: PayoutReviewSummary }) {
  if (!stop && counts.review === 0) return null
  return (
    <div className="panel-notice">
      {stop && (
        <Notice tone="bad">
          <b>Payouts by M-Pesa are stopped:</b> {stop.reason} Since {formatDateTime(stop.stopped_at)} none goes out by M-Pesa; by hand they can still
          be paid.
          <div className="acts">
            <ActForm act={payoutActs.resume} intent="resume" first={<p>They were stopped for this reason: {stop.reason}</p>} />
          </div>
        </Notice>
      )}
      {counts.review > 0 && (
        <Notice tone="amber">
          <b>
            {counts.review} {counts.review === 1 ? 'payout has' : 'payouts have'} a problem.
          </b>{' '}
          Each says why.{' '}
          <Link className="link" to={adminSectionUrl('payouts', { show: 'review' })}>
            Show {counts.review === 1 ? 'it' : 'them'}
          </Link>
        </Notice>
      )}
    </div>
  )
}

interface PayoutRowsProps {
  payouts: PayoutRow[]
  gone: ReadonlySet<string>
  desk: PayoutReviewSummary
  /** The key of this page load (payout-forms.tsx). */
  visitKey: string
}

/** The payouts with their recipients; pending ones can be sent or exported several at once. */
function PayoutRows({ payouts, gone, desk, visitKey }: PayoutRowsProps) {
  const isSelectable = ({ id, status }: PayoutRow) => status === 'pending' && !gone.has(id)
  const picks = usePicks(payouts.filter(isSelectable).map(({ id }) => id))
  const [stayed, setStayed] = useState<UnchangedRow[]>([])
  const sends = desk.sends && desk.stop === null
  // Polls for M-Pesa's results; payouts that need a review are not polled for.
  usePolling(payouts.some(({ status, needs_review }) => status === 'processing' && !needs_review))
  return (
    <>
      <PickBar picks={picks}>
        <BulkPayoutForms payouts={payouts.filter(({ id }) => picks.picked.includes(id))} {...{ sends, visitKey }} onUnchanged={setStayed} />
      </PickBar>
      <UnchangedNotice stayed={stayed} codeOf={(id) => payouts.find((each) => each.id === id)?.affiliate.affiliate_code ?? ''} />
      <ul className="rows">
        {payouts.map((payout) => (
          <li className={gone.has(payout.id) ? 'record record-moved' : 'record'} key={payout.id} data-row>
            <div className="record-name">
              <span className="record-head">
                {isSelectable(payout) && <PickBox id={payout.id} name={`the payout of ${nameOf(payout)}`} picks={picks} />}
                <span className="amount tabular">{formatShillings(payout.amount)}</span>
              </span>
              <small className="tabular">Asked for {formatDate(payout.requested_at)}</small>
            </div>
            <PayoutRecipient {...payout} />
            {!gone.has(payout.id) && <State {...payout} />}
            <div className="acts">
              {gone.has(payout.id) ? (
                <RemovedRowMessage>Changed. It no longer matches this list.</RemovedRowMessage>
              ) : (
                <PayoutForms payout={payout} sends={sends} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

const nameOf = ({ affiliate, mpesa_full_name }: PayoutRow) => affiliate.full_name || mpesa_full_name || 'a deleted account'

function PayoutRecipient({ affiliate, affiliate_id, mpesa_phone_number, mpesa_full_name }: PayoutRow) {
  return (
    <div className="record-name">
      <span>
        <b>{affiliate.full_name || 'Deleted account'}</b>{' '}
        <Link className="link tabular" to={adminSectionUrl('payouts', { affiliate: affiliate_id })}>
          {affiliate.affiliate_code ?? 'all of theirs'}
        </Link>
      </span>
      {mpesa_phone_number ? (
        <small>
          To <b className="tabular">{formatPhone(mpesa_phone_number)}</b>, {mpesa_full_name}
        </small>
      ) : (
        <small>No M-Pesa details yet</small>
      )}
    </div>
  )
}

function State(payout: PayoutRow) {
  const { status, receipt, failure_reason, sent_at, processed_at, exported_at, needs_review, review_reason, unbooked_receipts } = payout
  const { label, tone, waiting } = adminStatuses[status]
  return (
    <div className="record-name">
      <Badge tone={tone} waiting={waiting}>
        {label}
      </Badge>
      {receipt && (
        <small>
          M-Pesa <b className="tabular">{receipt}</b>
          {processed_at && `, ${formatDate(processed_at)}`}
        </small>
      )}
      {failure_reason && <small>{failure_reason === cancelledReason ? 'Cancelled by the affiliate' : failure_reason}</small>}
      {status === 'processing' && sent_at && <small>Sent {formatDateTime(sent_at)}</small>}
      {status === 'pending' && exported_at && <small>On a list since {formatDateTime(exported_at)}</small>}
      {needs_review && <small className="warn">Problem: {review_reason}</small>}
      {unbooked_receipts.length > 0 && <small>Not in the books: {unbooked_receipts.join(', ')}</small>}
    </div>
  )
}

/** Status labels for admins; the wallet's own labels do not tell which payouts are at M-Pesa. */
const adminStatuses: Record<PayoutStatus, { label: string; tone: BadgeTone; waiting: boolean }> = {
  pending: { label: 'Pending', tone: 'amber', waiting: true },
  processing: { label: 'At M-Pesa', tone: 'lake', waiting: true },
  completed: { label: 'Paid', tone: 'leaf-solid', waiting: false },
  rejected: { label: 'Rejected', tone: 'bad', waiting: false },
  failed: { label: 'Failed at M-Pesa', tone: 'bad', waiting: false },
}
