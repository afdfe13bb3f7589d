import { isPoint } from '#domain/delivery-options.ts'
import { formatShillings } from '#domain/money.ts'
import { labelsAtPoint, type OrderStatus, orderStatuses } from '#domain/order.ts'
import type { OrderView } from '#domain/order-view.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import './timeline.css'

type OrderHistory = Pick<OrderView, 'timeline' | 'delivery_kind'> & Partial<Pick<OrderView, 'refunds'>>

/** The history of an order. */
export function Timeline({ order }: { order: OrderHistory }) {
  return (
    <section aria-labelledby="so-far">
      <h2 id="so-far">So far</h2>
      <ol className="timeline">
        {steps(order).map(({ what, tone, at }) => (
          <li key={`${at} ${what}`}>
            <Badge tone={tone}>{what}</Badge>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What happened and the refunds, in the order of time; what happened more than once is shown once, at the last time. */
function steps({ timeline, delivery_kind, refunds = [] }: OrderHistory) {
  const past = new Map(
    timeline.map(({ status, at }) => {
      const step = status === 'commission_earned' ? 'delivered' : status
      const what = (isPoint(delivery_kind) && labelsAtPoint[step]) || pastSteps[step]
      return [what, { what, tone: orderStatuses[status].tone, at }]
    }),
  )
  const money = refunds.flatMap(({ amount, at, done_at }) => [
    { what: `${formatShillings(amount)} goes back`, tone: 'amber' as const, at },
    ...(done_at === null ? [] : [{ what: `${formatShillings(amount)} went back`, tone: 'amber' as const, at: done_at }]),
  ])
  return [...past.values(), ...money].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** What happened, for the history that the buyer reads; statuses with the same words are one step of it. */
const pastSteps: Record<Exclude<OrderStatus, 'commission_earned'>, string> = {
  pending: 'Order placed',
  awaiting_payment: 'M-Pesa prompt sent',
  payment_failed: 'Payment not completed',
  buyer_not_paid: 'Not paid in time',
  waiting_shipment: 'Paid',
  awaiting_shipment: 'Being made ready',
  confirmed: 'Confirmed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}
