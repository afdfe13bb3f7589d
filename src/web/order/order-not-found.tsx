import { stateProblems } from '#domain/state-problem.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/full-page-message.tsx'
import { homeUrl, trackUrl } from '#web/addresses.ts'
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
