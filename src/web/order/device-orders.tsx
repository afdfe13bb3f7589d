import { Link } from 'react-router'
import { Moment } from '#ui/kit/moment.tsx'
import { ordersUrl } from '#web/addresses.ts'
import { SavedOrderLink } from '#web/order/saved-order-links.tsx'
import { useSavedOrders } from '#web/session/saved-orders.ts'

/** The orders of this device. The HTML has the section for all visitors, and CSS shows it only if there are orders (session/session-script.ts). */
export function DeviceOrders() {
  const orders = useSavedOrders()
  return (
    <>
      <section className="device-orders when-orders" aria-labelledby="orders-here">
        <h2 id="orders-here">Your orders</h2>
        <p>Placed on this device in the last 30 days.</p>
        <ul>
          {orders.map((order) => (
            <li key={order.id}>
              <SavedOrderLink order={order} />
              <Moment at={new Date(order.at).toISOString()} dayOnly />
            </li>
          ))}
        </ul>
      </section>
      <p className="when-in">
        All orders of your account are under{' '}
        <Link className="link" to={ordersUrl()}>
          My Orders
        </Link>
        .
      </p>
    </>
  )
}
