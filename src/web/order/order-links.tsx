import type { OrderView } from '#domain/receipt.ts'
import { type ButtonLook, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { ChatLink } from '#web/chat/launcher.tsx'
import { useShop } from '#web/shop-facts.ts'
import { WhatsappLink } from '#web/whatsapp-link.tsx'

/** People by WhatsApp, with the order named already, and the assistant, who knows it from this page: where money is paid nothing floats. */
export function AskAboutOrder({ order, look = 'ghost' }: { order: Pick<OrderView, 'short_code'>; look?: ButtonLook }) {
  return (
    <>
      <WhatsappLink look={look} words={`this is about my order ${order.short_code}.`} />
      <ChatLink className={buttonClass({ look })} />
    </>
  )
}

/** In the demo, the phone that rings; elsewhere nothing. */
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
