import { Link } from 'react-router'
import { formatDate } from '#domain/nairobi-time.ts'
import { formatPhone } from '#domain/phone.ts'
import { getAdminOrder } from '#features/orders/get-admin-order.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { adminOrderUrl } from '#web/addresses.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { orderOrRedirect } from '#web/admin/orders/order-or-redirect.ts'
import { loaderHeaders, pageMeta, privatePage } from '#web/page.ts'
import { useShop } from '#web/shop-facts.ts'
import type { Route } from './+types/packing-slip-page.ts'
import './packing-slip.css'

/** The packing slip on A5 or A6: the address and the items. Without prices: it may be a gift, and riders need not know them. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const { id, short_code, created_at, customer_name, customer_phone, delivery_address, order_items } = await orderOrRedirect(
    ctx,
    args.params.id,
    getAdminOrder(ctx, args.params.id),
  )
  const items = order_items.map(({ id: item, name, size, quantity, image_url }) => ({ id: item, name, size, quantity, image_url }))
  return privatePage({ id, short_code, created_at, customer_name, customer_phone, delivery_address, items })
}

export const headers = loaderHeaders

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { title: loaderData ? `Packing slip ${loaderData.short_code}` : 'Packing slip', description: 'Admin Panel', path: null })
}

export default function PackingSlip({ loaderData: order }: Route.ComponentProps) {
  const shop = useShop()
  const pairs = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <div className="acts slip-acts">
        <Button onClick={() => window.print()}>
          <Icon name="print" /> Print
        </Button>
        <Link className="lnk" to={adminOrderUrl(order.id)}>
          Back to the order
        </Link>
      </div>
      <article className="slip" aria-label={`Packing slip of order ${order.short_code}`}>
        <header>
          <b className="slip-shop">{shop.name}</b>
          <h2 className="num">{order.short_code}</h2>
          <p>Ordered {formatDate(order.created_at)}</p>
        </header>
        <address>
          <b>{order.customer_name}</b>
          <span className="num">{formatPhone(order.customer_phone)}</span>
          <span className="where">{order.delivery_address}</span>
        </address>
        <ul>
          {order.items.map(({ id, name, size, quantity, image_url }) => (
            <li key={id}>
              <Picture src={image_url} alt="" sizes="96px" eager />
              <b>{name}</b>
              <span className="slip-size">
                Size <b className="num">{size}</b>
              </span>
              <span className="num slip-many">× {quantity}</span>
            </li>
          ))}
        </ul>
        <p>
          {pairs} {pairs === 1 ? 'pair' : 'pairs'}. Questions? {shop.phone}, {shop.email}
        </p>
      </article>
    </>
  )
}
