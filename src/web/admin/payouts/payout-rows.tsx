import { useState } from 'react'
import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatDate, formatDateTime } from '#domain/nairobi-time.ts'
import { cancelledReason } from '#domain/payout.ts'
import { formatPhone } from '#domain/phone.ts'
import type { PayoutReviewSummary } from '#features/wallet/get-review-summary.ts'
import type { PayoutRow } from '#features/wallet/payout-row.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { BulkPayoutForms } from '#web/admin/payouts/batch-forms.tsx'
import { PayoutForms } from '#web/admin/payouts/payout-forms.tsx'
import { adminStatuses } from '#web/admin/payouts/payout-views.ts'
import { PickBar, PickBox } from '#web/admin/picks.tsx'
import { RemovedRowMessage } from '#web/admin/removed-row-message.tsx'
import { UnchangedNotice, type UnchangedRow } from '#web/admin/unchanged-notice.tsx'
import { usePicks } from '#web/admin/use-picks.ts'
import { usePolling } from '#web/admin/use-polling.ts'
import '../people.css'

interface PayoutRowsProps {
  payouts: PayoutRow[]
  gone: ReadonlySet<string>
  desk: PayoutReviewSummary
  /** The key of this page load (batch-forms.tsx). */
  visitKey: string
}

/** The payouts with their recipients; pending ones can be sent or exported several at once. */
export function PayoutRows({ payouts, gone, desk, visitKey }: PayoutRowsProps) {
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
