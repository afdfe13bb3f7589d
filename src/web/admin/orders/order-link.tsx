import { Link, useLocation } from 'react-router'
import { adminOrderUrl } from '#web/admin/panel-addresses.ts'

interface OfOrder {
  order_id: string | null
  short_code: string | null
  customer_name: string | null
}

/** A link to an order, or a text if it was cleared. */
export function OrderLink({ order_id, short_code, customer_name }: OfOrder) {
  const { search } = useLocation()
  if (order_id === null || short_code === null) return 'Cleared away'
  return (
    <span>
      <Link className="link tabular" to={adminOrderUrl(order_id) + search}>
        {short_code}
      </Link>
      <small>{customer_name}</small>
    </span>
  )
}
