import { formatDate } from '#domain/nairobi-time.ts'
import { stateProblems } from '#domain/problem.ts'
import { oneOf } from '#domain/shop.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/empty-state.tsx'
import { homeUrl, trackUrl } from '#web/addresses.ts'
import { useShop } from '#web/shop-facts.ts'
import { WhatsappLink } from '#web/whatsapp-link.tsx'

/** Shown for an order that does not exist and for a wrong key alike, so that it does not reveal whether an order exists. */
export function OrderNotFound() {
  const { title, message } = stateProblems.order_not_found
  return (
    <FullPageMessage title={title}>
      <p>{message} If you have paid, write to us on WhatsApp: we find your order by the M-Pesa receipt number.</p>
      <div className="acts">
        <WhatsappLink look="ink" words="I cannot find my order." />
        <ButtonLink look="ghost" to={trackUrl}>
          Track your order
        </ButtonLink>
        <ButtonLink look="ghost" to={homeUrl}>
          Home
        </ButtonLink>
      </div>
    </FullPageMessage>
  )
}

export const clearedTitle = 'Order cleared'

/** The page of an order that Clear All User Data removed: its buyer may have paid, and the shop can still find the payment. */
export function OrderCleared({ at }: { at: string }) {
  const shop = useShop()
  return (
    <FullPageMessage title={clearedTitle}>
      <p>
        This order was cleared from the records of {shop.name} on {formatDate(at)}, so its page is gone. If you have paid for it,{' '}
        {oneOf([shop.phone && `call ${shop.phone}`, shop.email && `write to ${shop.email}`, shop.whatsapp && 'write to us on WhatsApp']) || 'tell us'}
        : we find your payment by its M-Pesa code.
      </p>
      <div className="acts">
        <WhatsappLink look="ink" words="my order was cleared. My M-Pesa code is: " />
        <ButtonLink look="ghost" to={homeUrl}>
          Home
        </ButtonLink>
      </div>
    </FullPageMessage>
  )
}
