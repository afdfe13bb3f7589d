import type { OrderView } from '#domain/order-view.ts'
import { type ButtonLook, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { ChatLink } from '#web/chat/launcher.tsx'
import { useShop } from '#web/shop-facts.ts'
import { WhatsappLink } from '#web/whatsapp-link.tsx'

/**
 * Contact links: WhatsApp with the order's code, and the assistant, which knows the order from the page. They are in the flow, because nothing may float over
 * the payment.
 */
export function AskAboutOrder({ order, look = 'ghost' }: { order: Pick<OrderView, 'short_code'>; look?: ButtonLook }) {
  return (
    <>
      <WhatsappLink look={look} words={`this is about my order ${order.short_code}.`} />
      <ChatLink className={buttonClass({ look })} />
    </>
  )
}

/** In the demo, a link to the simulated phone; null otherwise. */
export function DemoPhoneLink({ order }: { order: Pick<OrderView, 'payment' | 'customer_phone'> }) {
  const { demo } = useShop()
  if (!demo?.phoneUrl) return null
  return (
    <a
      className={buttonClass({ look: 'line' })}
      href={`${demo.phoneUrl}/${order.payment?.phone ?? order.customer_phone}`}
      target="_blank"
      rel="noopener"
    >
      <Icon name="phone" /> Open the demo phone
    </a>
  )
}
