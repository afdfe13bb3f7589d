import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { OrderDesk } from '#features/orders/get-order-desk.ts'
import { buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { adminSectionUrl } from '#web/addresses.ts'
import { buyerChatUrl } from '#web/admin/orders/buyer-chat.ts'
import { useShop } from '#web/shop-facts.ts'

/** Who bought it, where it goes, and who sent them. */
export function Buyer({ order }: { order: OrderDesk }) {
  const shop = useShop()
  const { customer_name, customer_phone, customer_email, delivery_address, affiliate, commission, user_id } = order
  return (
    <section aria-labelledby="buyer">
      <h4 id="buyer">Buyer</h4>
      <address>
        <b>{customer_name}</b>
        <a className="num" href={`tel:+${customer_phone}`}>
          {formatPhone(customer_phone)}
        </a>
        {customer_email && <span>{customer_email}</span>}
        <span className="where">{delivery_address}</span>
        <small>{user_id ? 'Has an account' : 'Bought as a guest'}</small>
      </address>
      <p className="acts">
        <a className={buttonClass({ look: 'ghost', small: true })} href={buyerChatUrl(shop.name, order)} target="_blank" rel="noopener">
          <Icon name="whatsapp" small /> WhatsApp the buyer
        </a>
        <Link className="lnk" to={adminSectionUrl('orders', { search: formatPhone(customer_phone) })}>
          Orders of this number
        </Link>
      </p>
      {affiliate && (
        <p className="od-by">
          Referred by {affiliate.full_name || 'an affiliate'}, <b>{affiliate.affiliate_code}</b>
          {commission && (
            <>
              : commission {formatShillings(commission.commission_amount)}, {commission.status}
              {commission.reason && ` (${commission.reason})`}
            </>
          )}
        </p>
      )}
    </section>
  )
}
