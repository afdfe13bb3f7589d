import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import { isUnpaid } from '#domain/order.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { orderUrl } from '#web/addresses.ts'
import { BuyAgainButton } from '#web/order/buy-again-button.tsx'
import { useCartBack } from '#web/order/use-cart-back.ts'

export interface OrderOfList {
  id: string
  short_code: string
  created_at: string
  /** KSh. */
  total_amount: number
  status: string
}

export function OrderTable({ orders }: { orders: OrderOfList[] }) {
  return (
    <table className="tb orders">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col" className="r">
            Total
          </th>
          <th scope="col" className="r">
            <span className="sr">What you can do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  )
}

function OrderRow({ order: { id, short_code, created_at, total_amount, status } }: { order: OrderOfList }) {
  const buyAgain = useCartBack('buy-again', id, null)
  return (
    <tr>
      <td data-l="Order">
        <Link className="lnk num" to={orderUrl(id)}>
          {short_code}
        </Link>
      </td>
      <td data-l="Date">
        <time className="num" dateTime={created_at}>
          {formatDate(created_at)}
        </time>
      </td>
      <td data-l="Status">
        <OrderBadge status={status} />
      </td>
      <td data-l="Total" className="r num">
        {formatShillings(total_amount)}
      </td>
      <td className="r">
        {/* Its own page sends the prompt again, or puts its pairs back. */}
        {isUnpaid(status) ? (
          <ButtonLink look="ghost" small to={orderUrl(id)} aria-label={`Open order ${short_code}`}>
            Open
          </ButtonLink>
        ) : (
          <BuyAgainButton buyAgain={buyAgain} small of={short_code} />
        )}
      </td>
    </tr>
  )
}
