import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { ReviewRow } from '#features/orders/payments/list-reviews.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { LookedAtForm } from '#web/admin/orders/looked-at-form.tsx'
import { OrderLink } from '#web/admin/orders/order-link.tsx'

/** Payments that an admin has to review, the oldest first. */
export function ReviewTable({ reviews }: { reviews: ReviewRow[] }) {
  return (
    <Table
      className="waiting-table"
      rows={reviews}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Order', cell: (review) => <OrderLink {...review} /> },
        { head: 'Since', cell: ({ needs_review_at }) => <Moment at={needs_review_at} /> },
        { head: 'Why', cell: ({ reason }) => reason },
        { head: 'Phone', cell: ({ phone }) => formatPhone(phone), num: true },
        { head: 'Amount', cell: ({ amount }) => formatShillings(amount), right: true, num: true },
        { head: 'What you can do', cell: (review) => <LookedAtForm attempt={review} />, right: true, isHeadHidden: true },
      ]}
    />
  )
}
