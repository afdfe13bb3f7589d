import { feeText, toAgree } from '#domain/delivery-options.ts'
import { exchangeUntil, promiseText } from '#domain/delivery-promise.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { isDelivered, statusLabel } from '#domain/order.ts'
import { mayStillBePaid, type OrderView, refusePrompt } from '#domain/order-view.ts'
import { stateProblems } from '#domain/problem.ts'
import { receiptLabel } from '#domain/receipt-code.ts'
import { Button, ButtonLink, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { DeliveryLine } from '#ui/shop/delivery-line.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { absoluteUrl, checkoutUrl, homeUrl } from '#web/addresses.ts'
import { BuyAgainButton } from '#web/order/cart-back.tsx'
import { LateNotice, Parcel, StepList } from '#web/order/order-progress.tsx'
import { AskAboutOrder, InReviewNote, PutBackButton, type StateProps } from '#web/order/payment-state.tsx'
import { useShop } from '#web/shop-facts.ts'

/** The receipt of an order that is paid, shipped or delivered. */
export function Receipt({ order, link, buyAgain }: StateProps) {
  const days = promiseText(order)
  const { exchangeDays } = useShop()
  const delivered = order.timeline.find(({ status }) => isDelivered(status))
  return (
    <>
      <Parcel parcel={order.parcel} />
      <p className="payment-lead">
        <span>{`Your order is ${statusLabel(order.status, order.delivery_kind)}.`}</span>
        {order.paid_at && <span> Keep the receipt number, and the link of this page: it shows how far your order is.</span>}
      </p>
      <LateNotice late={order.late} code={order.short_code} />
      <StepList steps={order.steps} />
      {order.paid_at && <KeepLink order={order} link={link} />}
      <dl className="receipt">
        {rowsOf(order).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
        <div>
          <dt>Status</dt>
          <dd>
            <OrderBadge status={order.status} kind={order.delivery_kind} />
          </dd>
        </div>
        {(order.delivery_option || order.delivery_to_agree) && (
          <div>
            <dt>Delivery</dt>
            <dd className="tabular">{order.delivery_to_agree ? toAgree.fee : feeText(order.delivery_fee)}</dd>
          </div>
        )}
        <div>
          <dt>Total</dt>
          <dd className="tabular">{formatShillings(order.total_amount)}</dd>
        </div>
      </dl>
      <DeliveryLine
        exchangeDays={exchangeDays}
        exchange={delivered && exchangeUntil(delivered.at, exchangeDays)}
        sentence={days && !delivered ? `${days}.` : undefined}
      />
      <div className="acts">
        <ButtonLink to={homeUrl}>Continue Shopping</ButtonLink>
        <Button look="ghost" onClick={() => window.print()}>
          <Icon name="print" /> Print
        </Button>
        <BuyAgainButton buyAgain={buyAgain} />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

/** A status query reports a payment before its receipt number is known, and an order that an admin marked as paid has none. */
function rowsOf({ short_code, paid_at, mpesa_receipt_number }: OrderView): [string, string][] {
  return [
    ['Order', short_code],
    ...(paid_at ? ([[receiptLabel(mpesa_receipt_number), mpesa_receipt_number ?? 'On its way']] as [string, string][]) : []),
    ...(paid_at ? ([['Paid', formatDateTime(paid_at)]] as [string, string][]) : []),
  ]
}

interface KeepLinkProps {
  order: Pick<OrderView, 'id' | 'short_code'>
  /** The path that opens the order for anybody who has it. */
  link: string
}

/** Buttons that copy the order's link or send it to WhatsApp; in print, the link itself. */
function KeepLink({ order, link }: KeepLinkProps) {
  const shop = useShop()
  const url = absoluteUrl(shop, link)
  const text = `My order ${order.short_code} at ${shop.name}: ${url}`
  return (
    <>
      <div className="acts keep-link">
        <Button look="ghost" onClick={() => copy(url)}>
          <Icon name="copy" /> Copy link
        </Button>
        {/* Without a number WhatsApp asks for the recipient: the phone that pays may not be the buyer's own. */}
        <a className={buttonClass({ look: 'ghost' })} href={`https://wa.me/?text=${encodeURIComponent(text)}`} target="_blank" rel="noopener">
          <Icon name="whatsapp" /> Send the link to my WhatsApp
        </a>
      </div>
      <p className="print-head kept-address">{url}</p>
    </>
  )
}

/** Browsers offer the clipboard on https pages only, and may refuse it. */
async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied', topic: 'copy' })
  } catch {
    showToast({ title: 'Failed to copy link', text: 'Copy it from the address bar, or send it to your WhatsApp.', tone: 'bad', topic: 'copy' })
  }
}

const sendReceipt = 'If M-Pesa has sent you a receipt for this order, send us its number on WhatsApp.'

/** Tells the buyer what to do if they paid for an order that is closed. */
function LateMoney({ order }: Pick<StateProps, 'order'>) {
  return (
    <>
      {order.in_review && <InReviewNote />}
      <p className="payment-lead">{sendReceipt}</p>
    </>
  )
}

/** The hold expired without a payment. */
export function Expired({ order, cancelAndRestoreCart }: StateProps) {
  return (
    <>
      <p className="payment-lead">{stateProblems.hold_over.message}</p>
      <LateMoney order={order} />
      <div className="acts">
        <PutBackButton cancelAndRestoreCart={cancelAndRestoreCart} look="ink" />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

/** The hold expired before M-Pesa reported the outcome: the buyer may have paid. */
export function InReview({ order, cancelAndRestoreCart }: StateProps) {
  return (
    <>
      <p className="payment-lead">
        The time for paying ran out before M-Pesa confirmed whether you have paid, so the pairs of this order went back on the shelf.
      </p>
      <InReviewNote />
      <p className="payment-lead">{sendReceipt} If nothing left your M-Pesa, you can order again.</p>
      <div className="acts">
        <AskAboutOrder order={order} look="ink" />
        <PutBackButton cancelAndRestoreCart={cancelAndRestoreCart} />
      </div>
    </>
  )
}

export function Cancelled({ order, buyAgain }: StateProps) {
  return (
    <>
      <p className="payment-lead">This order was cancelled. {moneyOf(order)}</p>
      <div className="acts">
        <ButtonLink to={homeUrl}>Continue Shopping</ButtonLink>
        <BuyAgainButton buyAgain={buyAgain} />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

function moneyOf(order: StateProps['order']): string {
  if (mayStillBePaid(order)) return refusePrompt
  return order.paid_at || order.refunds?.length ? 'Questions about your money? Write to us on WhatsApp.' : 'Nothing will be charged for it.'
}

/** M-Pesa refused the prompt: the order was not placed, the cart is unchanged. */
export function Discarded({ order, cancelAndRestoreCart }: StateProps) {
  return (
    <>
      <p className="payment-lead">This order was not placed and waits for no payment. Your cart was kept: you can order again from there.</p>
      <LateMoney order={order} />
      <div className="acts">
        <ButtonLink to={checkoutUrl}>Back to checkout</ButtonLink>
        <PutBackButton cancelAndRestoreCart={cancelAndRestoreCart} />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

/** The buyer cancelled the order and got its lines back in the cart. */
export function TakenBack({ order }: StateProps) {
  return (
    <>
      <p className="payment-lead">You took this order back; its pairs are in your cart.</p>
      <LateMoney order={order} />
      <div className="acts">
        <ButtonLink to={checkoutUrl}>Back to checkout</ButtonLink>
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}
