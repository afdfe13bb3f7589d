import { Link } from 'react-router'
import { shortCode } from '#domain/placed-order.ts'
import { orderUrl } from '#web/addresses.ts'
import type { KeptOrder } from '#web/order/kept-orders.ts'
import { useKeptOrders } from '#web/order/use-kept-orders.ts'

/** Where there is nothing in the cart: the way back to what was ordered. How far it is, its own page tells. */
export function KeptLinks({ onLeave }: { onLeave?: () => void }) {
  const kept = useKeptOrders()
  if (kept.length === 0) return null
  return (
    <ul className="kept">
      {kept.map((order) => (
        <li key={order.id}>
          <KeptLink order={order} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
}

export function KeptLink({ order: { id, key }, onLeave }: { order: KeptOrder; onLeave?: () => void }) {
  return (
    <Link className="lnk" to={orderUrl(id, key)} onClick={onLeave}>
      Your order <span className="num">{shortCode(id)}</span>
    </Link>
  )
}
