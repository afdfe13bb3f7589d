import { formatDate } from '#domain/nairobi-time.ts'
import { whatsappUrl } from '#domain/shop.ts'
import { ButtonLink, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { homeUrl } from '#web/addresses.ts'
import { useShop } from '#web/shop-facts.ts'

export const clearedTitle = 'Order cleared'

/** The link of an order that Clear All User Data has cleared: its buyer may have paid, and the shop still finds the payment. */
export function OrderCleared({ at }: { at: string }) {
  const shop = useShop()
  return (
    <div className="wall">
      <div className="wrap">
        <h1>{clearedTitle}</h1>
        <div>
          <p>
            This order was cleared from the records of {shop.name} on {formatDate(at)}, so its page is gone. If you have paid for it, call{' '}
            {shop.phone}, write to {shop.email}, or write to us on WhatsApp: we find your payment by its M-Pesa code.
          </p>
          <div className="acts">
            <a
              className={buttonClass({ look: 'ink' })}
              href={whatsappUrl(shop, `Hello ${shop.name}, my order was cleared. My M-Pesa code is: `)}
              target="_blank"
              rel="noopener"
            >
              <Icon name="whatsapp" /> WhatsApp
            </a>
            <ButtonLink look="ghost" to={homeUrl}>
              Home
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
