import { pairName } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import type { ReplyOrder } from '#features/assistant/chat-reply.ts'
import { OrderBadge } from '#ui/shop/order-badge.tsx'

/** The card of the visitor's own order: its state, what was bought and what it costs, from the shop's books. */
export function OrderCard({ order: { code, status, label, lines, total } }: { order: ReplyOrder }) {
  return (
    <div className="chat-order">
      <p>
        <b>Order {code}</b> <OrderBadge status={status} label={label} />
      </p>
      <ul>
        {lines.map(({ name, size, quantity }) => (
          <li key={`${name} ${size}`}>
            {quantity} × {pairName({ name, size })}
          </li>
        ))}
      </ul>
      <p>
        Total <b>{formatShillings(total)}</b>
      </p>
    </div>
  )
}
