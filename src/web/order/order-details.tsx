import { formatPhone } from '#domain/phone.ts'
import type { OrderView } from '#domain/receipt.ts'
import { OrderLines } from '#ui/shop/order-lines.tsx'
import { Timeline } from '#web/order/timeline.tsx'

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
