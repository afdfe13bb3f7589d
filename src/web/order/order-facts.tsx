import { formatShillings } from '#domain/money.ts'
import { isOrderStatus, statusLabel } from '#domain/order.ts'
import { formatPhone } from '#domain/phone.ts'
import type { OrderView } from '#domain/receipt.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { OrderLines } from '#ui/shop/order-lines.tsx'

/** What was ordered, where it goes, and what has happened so far. */
export function OrderFacts({ order }: { order: OrderView }) {
  return (
    <div className="order-facts">
      <section className="sum" aria-labelledby="your-order">
        <h2 id="your-order">
          Your order <span className="num">{order.short_code}</span>
        </h2>
        <OrderLines lines={order.lines} total={order.total_amount} />
        {order.affiliate_code && (
          <p className="ref">
            <span>Referred by</span>
            <b>{order.affiliate_code}</b>
          </p>
        )}
      </section>
      <div>
        <section aria-labelledby="delivery-to">
          <h2 id="delivery-to">Delivery</h2>
          <address>
            <b>{order.customer_name}</b>
            <span className="num">{formatPhone(order.customer_phone)}</span>
            <span className="where">{order.delivery_address}</span>
          </address>
          <ToldBy notices={order.notices} />
        </section>
        <Timeline order={order} />
      </div>
    </div>
  )
}

/** Where news of the order goes. A page that was kept from before the shop told anybody has none. */
function ToldBy({ notices }: { notices: OrderView['notices'] | undefined }) {
  const ways = [notices?.email, notices?.phone].filter((way) => way != null)
  return (
    ways.length > 0 && (
      <p className="told">
        We send news of your order to <span className="num">{ways.join(' and ')}</span>.
      </p>
    )
  )
}

function Timeline({ order }: { order: OrderView }) {
  return (
    <section aria-labelledby="so-far">
      <h2 id="so-far">So far</h2>
      <ol className="so-far">
        {steps(order).map(({ what, at }) => (
          <li key={`${at} ${what}`}>
            {isOrderStatus(what) ? <OrderBadge status={what} /> : <Badge tone="amber">{what}</Badge>}
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Statuses, and money that goes back. Two statuses of one label, one after the other, are one step for the buyer: the earlier. */
function steps({ timeline, refunds = [] }: OrderView): { what: string; at: string }[] {
  const statuses = timeline.filter(({ status }, at) => at === 0 || statusLabel(status) !== statusLabel(timeline[at - 1]?.status ?? ''))
  const money = refunds.flatMap(({ amount, at, done_at }) => [
    { what: `${formatShillings(amount)} goes back`, at },
    ...(done_at === null ? [] : [{ what: `${formatShillings(amount)} went back`, at: done_at }]),
  ])
  return [...statuses.map(({ status, at }) => ({ what: status as string, at })), ...money].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  )
}
