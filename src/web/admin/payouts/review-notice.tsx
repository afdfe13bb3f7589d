import { Link } from 'react-router'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { payoutActs } from '#domain/payout-acts.ts'
import type { PayoutReviewSummary } from '#features/wallet/get-review-summary.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'

/** Warns that payouts are stopped, or that some need a review. */
export function PayoutReviewNotice({ desk: { stop, counts } }: { desk: PayoutReviewSummary }) {
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
