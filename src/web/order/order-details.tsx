import { isPoint, optionAndPlace, toAgree } from '#domain/delivery-options.ts'
import { promiseText } from '#domain/delivery-promise.ts'
import type { OrderView } from '#domain/order-view.ts'
import { formatPhone } from '#domain/phone.ts'
import { OrderLines } from '#ui/shop/order-lines.tsx'
import { Timeline } from '#web/order/order-progress.tsx'

/** The order's lines, its delivery address and its history. */
export function OrderFacts({ order }: { order: OrderView }) {
  return (
    <div className="order-facts">
      <section className="summary" aria-labelledby="your-order">
        <h2 id="your-order">
          Your order <span className="tabular">{order.short_code}</span>
        </h2>
        <OrderLines
          lines={order.lines}
          delivery={order.delivery_option ? { name: order.delivery_option, fee: order.delivery_fee } : null}
          total={order.total_amount}
        />
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
          <Promised order={order} />
          <address>
            <b>{order.customer_name}</b>
            <span className="tabular">{formatPhone(order.customer_phone)}</span>
            <span className="delivery-address">{order.delivery_address}</span>
          </address>
          {order.receiver_name && (
            <p className="order-notices">
              {order.receiver_name} receives it, <span className="tabular">{formatPhone(order.receiver_phone ?? '')}</span>.
            </p>
          )}
          <Notifications notices={order.notices} />
        </section>
        <Timeline order={order} />
      </div>
    </div>
  )
}

/** The option, the place and the days that the order was promised. One from before there were zones was promised none, nor does a page in an old cache know them. */
function Promised({ order }: { order: OrderView }) {
  const { delivery_option } = order
  const days = promiseText(order)
  if (order.delivery_to_agree)
    return (
      <p className="order-promise">
        <b>{toAgree.label}</b>
        {toAgree.next}
      </p>
    )
  return (
    delivery_option && (
      <p className="order-promise">
        <b>{days}</b>
        {isPoint(order.delivery_kind) ? delivery_option : optionAndPlace(order)}
      </p>
    )
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
