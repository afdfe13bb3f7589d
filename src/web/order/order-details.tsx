import { formatPhone } from '#domain/phone.ts'
import type { OrderView } from '#domain/receipt.ts'
import { OrderLines } from '#ui/shop/order-lines.tsx'
import { Timeline } from '#web/order/timeline.tsx'

/** The order's lines, its delivery address and its history. */
export function OrderFacts({ order }: { order: OrderView }) {
  return (
    <div className="order-facts">
      <section className="summary" aria-labelledby="your-order">
        <h2 id="your-order">
          Your order <span className="tabular">{order.short_code}</span>
        </h2>
        <OrderLines lines={order.lines} total={order.total_amount} />
        {order.affiliate_code && (
          <p className="referral">
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
            <span className="tabular">{formatPhone(order.customer_phone)}</span>
            <span className="delivery-address">{order.delivery_address}</span>
          </address>
          <Notifications notices={order.notices} />
        </section>
        <Timeline order={order} />
      </div>
    </div>
  )
}

/** The e-mail address and phone that get news of the order. A page in an old cache has no `notices`. */
function Notifications({ notices }: { notices: OrderView['notices'] | undefined }) {
  const recipients = [notices?.email, notices?.phone].filter((recipient) => recipient != null)
  return (
    recipients.length > 0 && (
      <p className="order-notices">
        We send news of your order to <span className="tabular">{recipients.join(' and ')}</span>.
      </p>
    )
  )
}
