import type { OrderDesk } from '#features/orders/get-order-desk.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'

/** Two statuses that people read by one label: what happened tells them apart. */
const sameBadge: Record<string, string> = { pending: 'Placed', awaiting_payment: 'The M-Pesa prompt was sent' }

/** Every step of the order, with who took it. */
export function Story({ order: { events, customer_name } }: { order: OrderDesk }) {
  return (
    <section aria-labelledby="story">
      <h4 id="story">Timeline</h4>
      <ol className="od-story">
        {events.map(({ from_status, to_status, note, at, by }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what has happened stays where it is
          <li key={place}>
            <OrderBadge status={to_status} />
            <small>
              <Moment at={at} />, {by ? by.full_name || 'a deleted account' : from_status === null ? customer_name : 'the shop'}
            </small>
            <span>{note ?? (Object.hasOwn(sameBadge, to_status) ? sameBadge[to_status] : null)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
