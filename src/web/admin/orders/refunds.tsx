import { feeInRefund } from '#domain/delivery-words.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { RefundForm } from '#web/admin/orders/refund-form.tsx'
import { refundReasons } from '#web/admin/orders/refund-reasons.ts'

/** The refunds of an order, open and done. */
export function Refunds({ order: { refunds, attempts, short_code, customer_phone, ...order } }: { order: AdminOrder }) {
  if (refunds.length === 0) return null
  const paymentOf = (refund: AdminOrder['refunds'][number]) => attempts.find(({ id }) => id === refund.attempt_id)
  return (
    <section aria-labelledby="refunds">
      <h3 id="refunds">Refunds</h3>
      <div className="payment-list">
        {refunds.map((refund) => (
          <article className="payment-record" key={refund.id}>
            <p className="payment-record-head">
              <b className="tabular">{formatShillings(refund.amount)}</b>
              {refund.state === 'done' ? (
                <Badge tone="leaf-solid">Went back</Badge>
              ) : (
                <Badge tone="amber" waiting>
                  Has to go back
                </Badge>
              )}
            </p>
            <p>
              {refundReasons[refund.reason]}
              {feeInRefund(refund.amount, order)}
            </p>
            {refund.state === 'due' && (
              <RefundForm
                refund={{ ...refund, phone: paymentOf(refund)?.phone ?? customer_phone, receipt: paymentOf(refund)?.receipt ?? null, short_code }}
              />
            )}
            {refund.state === 'done' && refund.processed_at && (
              <small>
                {refund.processed_by?.full_name || 'The shop'}, {formatDateTime(refund.processed_at)}
                {refund.receipt && `, code ${refund.receipt}`}
                {refund.note && `: ${refund.note}`}
              </small>
            )}
          </article>
        ))}
      </div>
    </section>
  )
}
