import { type Cart, totalAmount, totalItems } from '#domain/cart.ts'
import { pairName } from '#domain/catalogue.ts'
import { type DeliveryOffer, feeText } from '#domain/delivery-options.ts'
import type { Referral } from '#domain/referral.ts'
import { Picture } from '#ui/kit/picture.tsx'
import { OrderLines } from '#ui/shop/order-lines.tsx'
import { Total } from '#ui/shop/total.tsx'
import { useCart } from '#web/cart/cart-context.tsx'

interface SummaryProps {
  lines: Cart
  /** The option that is chosen; null until fee and days are known. */
  offer: DeliveryOffer | null
}

export function OrderSummary({ lines, offer, referral, fixed }: SummaryProps & { referral: Referral | null; fixed: boolean }) {
  const { openPanel } = useCart()
  return (
    <aside className="summary" aria-labelledby="order-summary">
      <div className="summary-head">
        <h2 id="order-summary">Order Summary</h2>
        {!fixed && (
          <button type="button" className="link" onClick={openPanel}>
            Edit cart
          </button>
        )}
      </div>
      <OrderLines lines={lines} delivery={offer} total={totalWith(lines, offer)} />
      {referral && (
        <p className="referral">
          <span>Referred by</span>
          <b>{referral.affiliate_code}</b>
        </p>
      )}
    </aside>
  )
}

/** On narrow screens, where the summary is below the form, a small one is above it as well. */
export function SmallSummary({ lines, offer }: SummaryProps) {
  return (
    <section className="small-summary" aria-label="What you buy">
      <ul>
        {lines.slice(0, maxShown).map(({ id, size, name, quantity, image_url }) => (
          <li key={`${id} ${size}`}>
            {image_url && <Picture src={image_url} alt="" sizes="48px" eager />}
            <span>{`${quantity} × ${pairName({ name, size })}`}</span>
          </li>
        ))}
        {lines.length > maxShown && <li>{`and ${lines.length - maxShown} more`}</li>}
      </ul>
      <TotalWith lines={lines} offer={offer} />
    </section>
  )
}

const maxShown = 3

/** The total with its fee, in one line. */
export function TotalWith({ lines, offer }: SummaryProps) {
  const pairs = totalItems(lines)
  return (
    <Total amount={totalWith(lines, offer)}>
      {`${pairs} pair${pairs === 1 ? '' : 's'}${offer ? `, ${offer.fee === 0 ? 'free delivery' : `delivery ${feeText(offer.fee)}`}` : ''}`}
    </Total>
  )
}

/** KSh. */
export function totalWith(lines: Cart, offer: DeliveryOffer | null): number {
  return totalAmount(lines) + (offer?.fee ?? 0)
}
