import { pageProblems } from '#domain/page-problem.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { checkoutUrl, homeUrl } from '#web/addresses.ts'
import { BuyAgainButton } from '#web/order/buy-again-button.tsx'
import { AskAboutOrder } from '#web/order/order-links.tsx'
import { PutBackButton, type StateProps } from '#web/order/payment-state.tsx'

const lateMoney = 'If M-Pesa has sent you a receipt for this order, send us its number on WhatsApp.'

/** The hold ran out unpaid. */
export function Expired({ order, putBack }: StateProps) {
  return (
    <>
      <p className="lead">{pageProblems.hold_over.message}</p>
      <p className="lead">{lateMoney}</p>
      <div className="acts">
        <PutBackButton putBack={putBack} look="ink" />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

export function Cancelled({ order, buyAgain }: StateProps) {
  return (
    <>
      <p className="lead">
        This order was cancelled. {order.paid_at ? 'Questions about your money? Write to us on WhatsApp.' : 'Nothing will be charged for it.'}
      </p>
      <div className="acts">
        <ButtonLink to={homeUrl}>Continue Shopping</ButtonLink>
        <BuyAgainButton buyAgain={buyAgain} />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

/** The prompt was refused: the order is gone, the cart is not. */
export function Discarded({ order, putBack }: StateProps) {
  return (
    <>
      <p className="lead">This order was not placed and waits for no payment. Your cart was kept: you can order again from there.</p>
      <p className="lead">{lateMoney}</p>
      <div className="acts">
        <ButtonLink to={checkoutUrl}>Back to checkout</ButtonLink>
        <PutBackButton putBack={putBack} />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

/** The buyer put the items back. */
export function TakenBack({ order }: StateProps) {
  return (
    <>
      <p className="lead">You took this order back; its pairs are in your cart.</p>
      <p className="lead">{lateMoney}</p>
      <div className="acts">
        <ButtonLink to={checkoutUrl}>Back to checkout</ButtonLink>
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}
