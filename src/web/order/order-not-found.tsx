import { pageProblems } from '#domain/page-problem.ts'
import { whatsappUrl } from '#domain/shop.ts'
import { ButtonLink, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { homeUrl, trackUrl } from '#web/addresses.ts'
import { useShop } from '#web/shop-facts.ts'

/** The same for an order that is not there and for a key that does not fit: whether an order exists is nobody else's business. */
export function OrderNotFound() {
  const shop = useShop()
  const { title, message } = pageProblems.order_not_found
  return (
    <div className="wall">
      <div className="wrap">
        <h1>{title}</h1>
        <div>
          <p>{message} If you have paid, write to us on WhatsApp: we find your order by the M-Pesa receipt number.</p>
          <div className="acts">
            <a
              className={buttonClass({ look: 'ink' })}
              href={whatsappUrl(shop, `Hello ${shop.name}, I cannot find my order.`)}
              target="_blank"
              rel="noopener"
            >
              <Icon name="whatsapp" /> WhatsApp
            </a>
            <ButtonLink look="ghost" to={trackUrl}>
              Track your order
            </ButtonLink>
            <ButtonLink look="ghost" to={homeUrl}>
              Home
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
