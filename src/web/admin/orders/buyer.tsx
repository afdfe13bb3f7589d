import { Link } from 'react-router'
import { namingActs } from '#domain/affiliate-acts.ts'
import { commissionBadge } from '#domain/commission.ts'
import { promiseText } from '#domain/delivery-promise.ts'
import { optionAndPlace, toAgree } from '#domain/delivery-words.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import { nobody } from '#domain/person.ts'
import { formatPhone } from '#domain/phone.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import { buttonClass } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { buyerChatUrl } from '#web/admin/orders/buyer-chat.ts'
import { OtherPlace } from '#web/admin/orders/other-place.tsx'
import { adminCustomerUrl } from '#web/admin/panel-addresses.ts'
import { useShop } from '#web/shop-facts.ts'

/** The buyer, the delivery address with what was promised, and the referring affiliate. */
export function Buyer({ order }: { order: AdminOrder }) {
  const shop = useShop()
  const { customer_name, customer_phone, customer_email, delivery_address, affiliate, affiliate_named, may_name_affiliate, commission, user_id } =
    order
  return (
    <section aria-labelledby="buyer">
      <h3 id="buyer">Buyer</h3>
      <address>
        <b>{customer_name}</b>
        <a className="tabular" href={`tel:+${customer_phone}`}>
          {formatPhone(customer_phone)}
        </a>
        {customer_email && <span>{customer_email}</span>}
        <span className="where">{delivery_address}</span>
        <Promised order={order} />
        <small>{user_id ? 'Has an account' : 'Bought as a guest'}</small>
      </address>
      <p className="acts">
        <a className={buttonClass({ look: 'ghost', small: true })} href={buyerChatUrl(shop.name, order)} target="_blank" rel="noopener">
          <Icon name="whatsapp" small /> WhatsApp the buyer
        </a>
        {customer_phone !== nobody.customer_phone && (
          <Link className="link" to={adminCustomerUrl(order.id)}>
            This customer
          </Link>
        )}
      </p>
      {may_name_affiliate && (
        <div className="acts">
          <NameAffiliateForm order={order} />
        </div>
      )}
      {affiliate && (
        <p className="order-affiliate">
          Referred by {affiliate.full_name || 'an affiliate'}, <b>{affiliate.affiliate_code}</b>
          {affiliate_named && (
            <>
              {' '}
              (named by {affiliate_named.by?.full_name || 'an admin'}, {formatDate(affiliate_named.at)})
            </>
          )}
          {commission && (
            <>
              : commission {formatShillings(commission.commission_amount)}, {commissionBadge(commission).label.toLowerCase()}
              {commission.reason && ` (${commission.reason})`}
            </>
          )}
        </p>
      )}
    </section>
  )
}

/** Option, place and zone of then, the promised days, and who receives it. */
function Promised({ order }: { order: AdminOrder }) {
  const { delivery_option, delivery_zone, address_place, receiver_name, receiver_phone } = order
  if (delivery_option === null && !order.delivery_to_agree) return null
  return (
    <>
      <span>{delivery_option === null ? toAgree.label : `${optionAndPlace(order)} (${delivery_zone})`}</span>
      <b>{promiseText(order)}</b>
      <OtherPlace name={address_place} />
      {receiver_name && (
        <span>
          Received by {receiver_name}{' '}
          <a className="tabular" href={`tel:+${receiver_phone}`}>
            {formatPhone(receiver_phone ?? '')}
          </a>
        </span>
      )}
    </>
  )
}

/** Names the affiliate of an order without a referral: within 30 days, once, and never the admin themselves. */
function NameAffiliateForm({ order: { id, short_code } }: { order: AdminOrder }) {
  const percent = String(useShop().commissionPercent)
  return (
    <ActForm act={namingActs['name-affiliate']} intent="name-affiliate" hidden={{ id }} of={short_code} values={{ percent }}>
      {({ field }) => (
        <Field
          {...field('affiliate_code')}
          label="Affiliate code"
          hint="As shown under Affiliate Management."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      )}
    </ActForm>
  )
}
