import { Link, useLocation } from 'react-router'
import { feeInRefund } from '#domain/delivery-options.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { refundActs } from '#domain/order-acts.ts'
import type { RefundReason } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'
import { isCash } from '#domain/receipt-code.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import type { RefundRow } from '#features/orders/payments/payment-lists.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ActForm } from '#web/admin/admin-form.tsx'
import { adminOrderUrl } from '#web/admin/panel-addresses.ts'
import { ReceiptField, Tick } from '#web/admin/shared-fields.tsx'

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

const hiddenNumber = 'Number hidden by M-Pesa: ask the buyer'

/** "Refund done": marks a refund as paid, with its M-Pesa code. */
function RefundForm({
  refund: { id, amount, phone, short_code, receipt },
}: {
  /** With the receipt of its payment. */
  refund: { id: string; amount: number; phone: string | null; short_code: string | null; receipt: string | null }
}) {
  const inCash = isCash(receipt)
  const isHidden = phone === null && !inCash
  return (
    <ActForm
      act={refundActs['refund-done']}
      intent="refund-done"
      hidden={{ refund: id }}
      of={short_code ? `, order ${short_code}` : ''}
      values={{ sum: formatShillings(amount), who: inCash || phone === null ? 'the buyer' : formatPhone(phone) }}
    >
      {(state) => (
        <>
          <ReceiptField
            {...state}
            label="M-Pesa code of the money back"
            hint="The code of the reversal or of your payment back, not the buyer's receipt."
          />
          {isHidden && (
            <>
              <Field {...state.field('phone')} label="Number the money went to" type="tel" hint={`${hiddenNumber}.`} />
              <Tick
                name="reversed"
                label="I reversed the payment"
                hint="Leave the number empty: a reversal finds the payer by itself."
                first={false}
                typed={state.typed}
              />
            </>
          )}
          {inCash && (
            <Tick
              name="cash"
              label="Paid back in cash"
              hint="Leave the code empty: the shop numbers the payment."
              first={false}
              typed={state.typed}
            />
          )}
          <Field {...state.field('note')} label="Note" optional maxLength={500} />
        </>
      )}
    </ActForm>
  )
}

/** The open refunds, the oldest first. */
export function RefundTable({ refunds }: { refunds: RefundRow[] }) {
  return (
    <Table
      className="waiting-table"
      rows={refunds}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Order', cell: (refund) => <OrderLink {...refund} /> },
        { head: 'Since', cell: ({ created_at }) => <Moment at={created_at} /> },
        { head: 'Why', cell: ({ reason, found }) => found ?? refundReasons[reason] },
        { head: 'Paid from', cell: ({ phone, receipt }) => (isCash(receipt) ? 'Cash' : phone ? formatPhone(phone) : hiddenNumber), num: true },
        { head: 'Receipt', cell: ({ receipt }) => receipt ?? 'Not known', num: true },
        { head: 'Amount', cell: ({ amount }) => <b>{formatShillings(amount)}</b>, right: true, num: true },
        { head: 'What you can do', cell: (refund) => <RefundForm refund={refund} />, right: true, isHeadHidden: true },
      ]}
    />
  )
}

interface OfOrder {
  order_id: string | null
  short_code: string | null
  customer_name: string | null
}

/** A link to an order, or a text if it was cleared. */
export function OrderLink({ order_id, short_code, customer_name }: OfOrder) {
  const { search } = useLocation()
  if (order_id === null || short_code === null) return 'Cleared away'
  return (
    <span>
      <Link className="link tabular" to={adminOrderUrl(order_id) + search}>
        {short_code}
      </Link>
      <small>{customer_name}</small>
    </span>
  )
}

/** The reasons of refunds, as admins read them. */
export const refundReasons: Record<RefundReason, string> = {
  late_payment: 'Paid too late: the pairs were gone',
  double_payment: 'Paid twice',
  cancelled: 'Paid, and cancelled',
  account_test: 'Paid to test the M-Pesa account',
}
