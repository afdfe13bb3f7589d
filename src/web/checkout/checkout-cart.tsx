import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Cart, totalAmount, totalItems } from '#domain/cart.ts'
import { pairName } from '#domain/catalogue.ts'
import { type DeliveryOffer, feeText } from '#domain/delivery-options.ts'
import { shortCode } from '#domain/order-code.ts'
import type { Referral } from '#domain/referral.ts'
import { whatsappUrl } from '#domain/shop.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Empty } from '#ui/kit/empty-state.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { OrderLines, Total } from '#ui/shop/order-lines.tsx'
import { helpUrl, homeUrl, orderUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { ChatLink } from '#web/chat/launcher.tsx'
import type { Placing } from '#web/checkout/use-placing.ts'
import { focusAndScroll, RefusalNotice } from '#web/forms/form-errors.tsx'
import { SavedOrderLinks } from '#web/order/saved-order-links.tsx'
import { type SavedOrder, useSavedOrders } from '#web/session/saved-orders.ts'
import { useShop } from '#web/shop-facts.ts'

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

/** Also shown when the last line turned out to be sold out when the order was sent. */
export function EmptyCart({ notes, placing, otherTabsOrder }: { notes: string[]; placing: Placing; otherTabsOrder: SavedOrder | null }) {
  const { refusal, notes: changes } = placing
  const why = useRef<HTMLDivElement>(null)
  useEffect(() => focusAndScroll(why.current), [])
  return (
    <div className="container checkout-alone">
      {refusal ? <RefusalNotice refusal={refusal} beside={[]} notes={changes} ref={why} /> : <ChangeNotes notes={notes} />}
      {otherTabsOrder ? (
        <Empty title="This cart was just ordered" text="Another tab or window has placed the order. Its page shows the payment." heading>
          <ButtonLink to={orderUrl(otherTabsOrder.id, otherTabsOrder.key)}>See your order {shortCode(otherTabsOrder.id)}</ButtonLink>
        </Empty>
      ) : (
        <Empty title="Your cart is empty" heading>
          <ButtonLink to={homeUrl}>Continue Shopping</ButtonLink>
          <SavedOrderLinks />
        </Empty>
      )}
      <AskUs />
    </div>
  )
}

/** The order that another tab has placed since this page was opened: it has emptied the cart. */
export function useOrderOfOtherTab(): SavedOrder | null {
  const kept = useSavedOrders()
  const [before] = useState(kept)
  return kept.find(({ id }) => !before.some((order) => order.id === id)) ?? null
}

/** Sentences about prices and stock that have changed since the cart was filled. */
export function ChangeNotes({ notes }: { notes: string[] }) {
  return (
    <div role="status" className="cart-changes">
      {notes.length > 0 && (
        <Notice tone="amber">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
    </div>
  )
}

/** Contact links in the flow of the page: nothing may float over the button that pays. */
export function AskUs() {
  const shop = useShop()
  return (
    <p className="ask-us">
      Questions? <ChatLink className="link" />
      {shop.whatsapp && ', '}
      {shop.whatsapp && (
        <a className="link" href={whatsappUrl(shop, `Hello ${shop.name}, I would like to order.`)} target="_blank" rel="noopener">
          Chat with us on WhatsApp
        </a>
      )}{' '}
      or read about{' '}
      <Link className="link" to={helpUrl('shipping')}>
        delivery
      </Link>
      ,{' '}
      <Link className="link" to={helpUrl('faq', 'pay')}>
        paying
      </Link>{' '}
      and{' '}
      <Link className="link" to={helpUrl('privacy')}>
        privacy
      </Link>
      .
    </p>
  )
}
