import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { formatPhone } from '#domain/phone.ts'
import type { ReviewRow } from '#features/orders/list-reviews.ts'
import { LookedAtForm } from '#web/admin/orders/looked-at-form.tsx'
import { OrderLink } from '#web/admin/orders/refund-table.tsx'

/** Payments that a person has to look at, the longest waiting first. */
export function ReviewTable({ reviews }: { reviews: ReviewRow[] }) {
  return (
    <table className="tb od-desk">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Since</th>
          <th scope="col">Why</th>
          <th scope="col">Phone</th>
          <th scope="col" className="r">
            Amount
          </th>
          <th scope="col" className="r">
            <span className="sr">What you can do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {reviews.map((review) => (
          <tr key={review.id}>
            <td data-l="Order">
              <OrderLink id={review.order_id} code={review.short_code} name={review.customer_name} />
            </td>
            <td data-l="Since">
              <time className="num" dateTime={review.needs_review_at}>
                {formatDateTime(review.needs_review_at)}
              </time>
            </td>
            <td data-l="Why">{review.reason}</td>
            <td data-l="Phone" className="num">
              {formatPhone(review.phone)}
            </td>
            <td data-l="Amount" className="r num">
              {formatShillings(review.amount)}
            </td>
            <td className="r">
              <LookedAtForm attempt={review} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
