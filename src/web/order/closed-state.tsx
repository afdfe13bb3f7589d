import { mayStillBePaid, refusePrompt } from '#domain/order-story.ts'
import { stateProblems } from '#domain/problem.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { checkoutUrl, homeUrl } from '#web/addresses.ts'
import { BuyAgainButton } from '#web/order/cart-back.tsx'
import { AskAboutOrder, InReviewNote, PutBackButton, type StateProps } from '#web/order/payment-state.tsx'

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
