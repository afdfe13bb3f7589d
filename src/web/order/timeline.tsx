import { formatShillings } from '#domain/money.ts'
import { isOrderStatus, statusLabel } from '#domain/order.ts'
import type { OrderView } from '#domain/receipt.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import './timeline.css'

type OrderHistory = Pick<OrderView, 'timeline' | 'delivery_kind'> & Partial<Pick<OrderView, 'refunds'>>

/** The history of an order. */
export function Timeline({ order }: { order: OrderHistory }) {
  return (
    <section aria-labelledby="so-far">
      <h2 id="so-far">So far</h2>
      <ol className="timeline">
        {steps(order).map(({ what, at }) => (
          <li key={`${at} ${what}`}>
            {isOrderStatus(what) ? <OrderBadge status={what} kind={order.delivery_kind} /> : <Badge tone="amber">{what}</Badge>}
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Statuses and refunds in the order of time. Consecutive statuses with the same label are shown once, at the earlier time. */
function steps({ timeline, refunds = [] }: OrderHistory): { what: string; at: string }[] {
  const statuses = timeline.filter(({ status }, at) => at === 0 || statusLabel(status) !== statusLabel(timeline[at - 1]?.status ?? ''))
  const money = refunds.flatMap(({ amount, at, done_at }) => [
    { what: `${formatShillings(amount)} goes back`, at },
    ...(done_at === null ? [] : [{ what: `${formatShillings(amount)} went back`, at: done_at }]),
  ])
  return [...statuses.map(({ status, at }) => ({ what: status as string, at })), ...money].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  )
}
