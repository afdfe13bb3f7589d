import { Link } from 'react-router'
import { formatCount } from '#domain/counting.ts'
import { adminSectionUrl } from '#web/addresses.ts'
import { type OrderViewName, orderViews } from '#web/admin/orders/views.ts'
import { useRange } from '#web/admin/use-range.ts'

/** The tabs of Order Management: orders, refunds and payments to review, with their counts. */
export function ViewTabs({ view, counts }: { view: OrderViewName; counts: { refunds: number; reviews: number } }) {
  const range = useRange()
  const waiting: Record<OrderViewName, number> = { orders: 0, refunds: counts.refunds, review: counts.reviews }
  return (
    <nav className="tabs od-tabs" aria-label="Views of the orders">
      {(Object.keys(orderViews) as OrderViewName[]).map((name) => (
        <Link
          key={name}
          to={adminSectionUrl('orders', { ...range, view: name === 'orders' ? null : name })}
          aria-current={name === view ? 'page' : undefined}
        >
          {orderViews[name]}
          {waiting[name] > 0 && <span className="waits num">{formatCount(waiting[name])}</span>}
        </Link>
      ))}
    </nav>
  )
}
