import { exchangeUntil, promiseText } from '#domain/delivery-promise.ts'
import { feeText, toAgree } from '#domain/delivery-words.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { isDelivered, statusLabel } from '#domain/order.ts'
import type { OrderView } from '#domain/order-view.ts'
import { receiptLabel } from '#domain/receipt-code.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { DeliveryLine } from '#ui/shop/delivery-line.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { homeUrl } from '#web/addresses.ts'
import { BuyAgainButton } from '#web/order/buy-again-button.tsx'
import { KeepLink } from '#web/order/keep-link.tsx'
import { LateNotice } from '#web/order/late-notice.tsx'
import { AskAboutOrder } from '#web/order/order-links.tsx'
import { Parcel } from '#web/order/parcel.tsx'
import type { StateProps } from '#web/order/payment-state.tsx'
import { StepList } from '#web/order/step-list.tsx'
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
