import { Link } from 'react-router'
import { nobody } from '#domain/account.ts'
import { namingActs } from '#domain/affiliate-acts.ts'
import { sizeText } from '#domain/catalogue.ts'
import { commissionBadge } from '#domain/commission.ts'
import { optionAndPlace, toAgree } from '#domain/delivery-options.ts'
import { promiseText } from '#domain/delivery-promise.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import type { OrderStatus } from '#domain/order.ts'
import { formatPhone } from '#domain/phone.ts'
import { whatsappUrl } from '#domain/shop.ts'
import type { AdminOrder } from '#features/orders/get-admin-order.ts'
import type { Parcel } from '#features/orders/list-work.ts'
import { buttonClass } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { ActForm } from '#web/admin/admin-form.tsx'
import { Delivery, OtherPlace } from '#web/admin/orders/order-delivery.tsx'
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

const unpaid = 'has not been paid yet. Would you like us to send the M-Pesa prompt again?'
const ready = 'is paid. We are packing it now.'
const arrived = 'has been delivered. We hope the shoes fit well.'

/** The start of a WhatsApp message to the buyer, by the order's status. */
const beginnings: Record<OrderStatus, string> = {
  pending: unpaid,
  awaiting_payment: unpaid,
  payment_failed: unpaid,
  buyer_not_paid: 'was not paid in time, so its shoes went back on the shelf. Would you like to order again?',
  waiting_shipment: ready,
  awaiting_shipment: ready,
  confirmed: 'is confirmed. We are packing it now.',
  shipped: 'is on its way to you.',
  delivered: arrived,
  commission_earned: arrived,
  cancelled: 'was cancelled.',
}

/** A WhatsApp link to the buyer with a message about the order. */
function buyerChatUrl(
  shopName: string,
  { customer_name, customer_phone, short_code, status }: { customer_name: string; customer_phone: string; short_code: string; status: OrderStatus },
): string {
  const [firstName] = customer_name.split(' ')
  return whatsappUrl({ whatsapp: customer_phone }, `Hello ${firstName}, this is ${shopName}. Your order ${short_code} ${beginnings[status]}`)
}

/** What is in a parcel and where it goes, for who packs and ships; no price is in it. */
export function ParcelFacts({ parcel }: { parcel: Parcel }) {
  return (
    <div className="pane-body">
      <div className="pane-left">
        <section className="summary" aria-label="What was ordered">
          <ul>
            {parcel.lines.map(({ id, name, size, quantity, image_url }) => (
              <li className="order-line" key={id}>
                {image_url ? <Picture src={image_url} alt="" sizes="76px" eager /> : <span className="order-line-blank">No Image</span>}
                <span>
                  <b>{name}</b>
                  <small className="tabular">
                    <span>
                      {quantity} {quantity === 1 ? 'pair' : 'pairs'}
                    </span>{' '}
                    <span>{sizeText(size)}</span>
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <To parcel={parcel} />
        <Delivery delivery={parcel.delivery} />
      </div>
    </div>
  )
}

function To({ parcel }: { parcel: Parcel }) {
  const { customer_name, customer_phone, delivery_address, delivery_option, delivery_zone, receiver_name, receiver_phone } = parcel
  return (
    <section aria-labelledby="buyer">
      <h3 id="buyer">Buyer</h3>
      <address>
        <b>{customer_name}</b>
        <Phone number={customer_phone} />
        <span className="where">{delivery_address}</span>
        {parcel.delivery_to_agree && <span>{toAgree.label}</span>}
        {delivery_option && (
          <>
            <span>
              {optionAndPlace(parcel)} ({delivery_zone})
            </span>
            <b>{promiseText(parcel)}</b>
            <OtherPlace name={parcel.address_place} />
          </>
        )}
        {receiver_name && (
          <span>
            Received by {receiver_name} <Phone number={receiver_phone ?? ''} />
          </span>
        )}
      </address>
    </section>
  )
}

function Phone({ number }: { number: string }) {
  return (
    <a className="tabular" href={`tel:+${number}`}>
      {formatPhone(number)}
    </a>
  )
}
