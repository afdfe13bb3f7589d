import { formatShillings } from '#domain/money.ts'
import { orderStatuses } from '#domain/order.ts'
import { pastSteps } from '#domain/order-story.ts'
import type { OrderView } from '#domain/receipt.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import './timeline.css'

type OrderHistory = Pick<OrderView, 'timeline'> & Partial<Pick<OrderView, 'refunds'>>

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
function steps({ timeline, refunds = [] }: OrderHistory) {
  const past = new Map(timeline.map(({ status, at }) => [pastSteps[status], { what: pastSteps[status], tone: orderStatuses[status].tone, at }]))
  const money = refunds.flatMap(({ amount, at, done_at }) => [
    { what: `${formatShillings(amount)} goes back`, tone: 'amber' as const, at },
    ...(done_at === null ? [] : [{ what: `${formatShillings(amount)} went back`, tone: 'amber' as const, at: done_at }]),
  ])
  return [...past.values(), ...money].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
