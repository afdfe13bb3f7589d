import { Link } from 'react-router'
import { whatsappUrl } from '#domain/shop.ts'
import { helpUrl } from '#web/addresses.ts'
import { ChatLink } from '#web/chat/launcher.tsx'
import { useShop } from '#web/shop-facts.ts'

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
