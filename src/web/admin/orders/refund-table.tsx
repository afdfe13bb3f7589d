import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { formatPhone } from '#domain/phone.ts'
import type { listRefunds } from '#features/orders/list-refunds.ts'
import { adminOrderUrl } from '#web/addresses.ts'
import { RefundForm } from '#web/admin/orders/refund-form.tsx'
import { refundReasons } from '#web/admin/orders/refund-reasons.ts'

type RefundRow = Awaited<ReturnType<typeof listRefunds>>['data'][number]

/** Money that has to go back, oldest first. */
export function RefundTable({ refunds }: { refunds: RefundRow[] }) {
  return (
    <table className="tb od-desk">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Since</th>
          <th scope="col">Why</th>
          <th scope="col">Paid from</th>
          <th scope="col">Receipt</th>
          <th scope="col" className="r">
            Amount
          </th>
          <th scope="col" className="r">
            <span className="sr">What you can do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {refunds.map((refund) => (
          <tr key={refund.id}>
            <td data-l="Order">
              <OrderLink id={refund.order_id} code={refund.short_code} name={refund.customer_name} />
            </td>
            <td data-l="Since">
              <time className="num" dateTime={refund.created_at}>
                {formatDateTime(refund.created_at)}
              </time>
            </td>
            <td data-l="Why">{refundReasons[refund.reason]}</td>
            <td data-l="Paid from" className="num">
              {formatPhone(refund.phone)}
            </td>
            <td data-l="Receipt" className="num">
              {refund.receipt ?? 'Not known'}
            </td>
            <td data-l="Amount" className="r num">
              <b>{formatShillings(refund.amount)}</b>
            </td>
            <td className="r">
              <RefundForm refund={refund} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The order may have been cleared away; its money has not. */
export function OrderLink({ id, code, name }: { id: string | null; code: string | null; name: string | null }) {
  if (id === null || code === null) return 'Cleared away'
  return (
    <span>
      <Link className="lnk num" to={adminOrderUrl(id)}>
        {code}
      </Link>
      <small>{name}</small>
    </span>
  )
}
