import { Link } from 'react-router'
import { shortCode } from '#domain/order-code.ts'
import { orderUrl } from '#web/addresses.ts'
import { type SavedOrder, useSavedOrders } from '#web/session/saved-orders.ts'

/** Links to the orders of this device, for an empty cart. */
export function SavedOrderLinks({ onLeave }: { onLeave?: () => void }) {
  const savedOrders = useSavedOrders()
  if (savedOrders.length === 0) return null
  return (
    <ul className="saved-orders">
      {savedOrders.map((order) => (
        <li key={order.id}>
          <SavedOrderLink order={order} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
}

export function SavedOrderLink({ order: { id, key }, onLeave }: { order: SavedOrder; onLeave?: () => void }) {
  return (
    <Link className="link" to={orderUrl(id, key)} onClick={onLeave}>
      Your order <span className="tabular">{shortCode(id)}</span>
    </Link>
  )
}
