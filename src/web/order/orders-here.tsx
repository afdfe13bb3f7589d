import { Link } from 'react-router'
import { Moment } from '#ui/kit/moment.tsx'
import { ordersUrl } from '#web/addresses.ts'
import { KeptLink } from '#web/order/kept-links.tsx'
import { useKeptOrders } from '#web/order/use-kept-orders.ts'

/** The orders of this device. The section stands in the HTML for all, and the sheet shows it only where there are some (account/session-script.ts). */
export function OrdersHere() {
  const kept = useKeptOrders()
  return (
    <>
      <section className="here when-orders" aria-labelledby="orders-here">
        <h2 id="orders-here">Your orders</h2>
        <p>Placed on this device in the last 30 days.</p>
        <ul>
          {kept.map((order) => (
            <li key={order.id}>
              <KeptLink order={order} />
              <Moment at={new Date(order.at).toISOString()} dayOnly />
            </li>
          ))}
        </ul>
      </section>
      <p className="when-in">
        All orders of your account are under{' '}
        <Link className="lnk" to={ordersUrl()}>
          My Orders
        </Link>
        .
      </p>
    </>
  )
}
