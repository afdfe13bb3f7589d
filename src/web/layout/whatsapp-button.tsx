import { useEffect, useRef, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { checkoutUrl, orderUrl } from '#web/addresses.ts'
import { ChatButton } from '#web/chat/launcher.tsx'
import { useLift } from '#web/layout/use-lift.ts'
import type { loader as productLoader } from '#web/product/product-page.tsx'
import { questionAbout } from '#web/whatsapp-link.tsx'

/**
 * The floating WhatsApp button, on every page of the shop. Its greeting names the product of the page with its price, address and chosen size. Away while a
 * field has the keyboard, and under an open panel. The chat's button stands above it; checkout and order pages have that in the page.
 */
export function WhatsAppButton({ shop }: { shop: ShopFacts }) {
  const { pathname } = useLocation()
  const hasOwnChat = pathname === checkoutUrl || pathname.startsWith(orderUrl(''))
  const product = useRouteLoaderData<typeof productLoader>('product/product-page')?.product
  const button = useRef<HTMLElement>(null)
  const lift = useLift(button)
  const isTyping = useTyping()
  const greet = (size?: string) =>
    whatsappUrl(shop, `Hello ${shop.name}, ${product ? questionAbout(shop, product, size) : 'I have a question about your shoes.'}`)
  if (hasOwnChat && !shop.whatsapp) return null
  return (
    <aside
      className={isTyping ? 'floating-help floating-help-hidden' : 'floating-help'}
      style={lift ? { transform: `translateY(-${lift}px)` } : undefined}
      aria-label="Help"
      ref={button}
    >
      {!hasOwnChat && <ChatButton shop={shop} />}
      {shop.whatsapp && (
        <a
          className="whatsapp-button"
          href={greet()}
          target="_blank"
          rel="noopener"
          aria-label="Chat with us on WhatsApp"
          onClick={({ currentTarget }) => {
            currentTarget.href = greet(chosenSize())
          }}
        >
          <Icon name="whatsapp" />
        </a>
      )}
    </aside>
  )
}

/** The chosen size on the product's page at the time of the click. */
function chosenSize(): string | undefined {
  return document.querySelector<HTMLInputElement>('.buy-box [name=size]:checked')?.value
}

const typed = 'textarea, input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=color])'

/** Whether a field that is typed into has the focus, and a phone shows its keyboard. */
function useTyping(): boolean {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    const check = () => setTyping(document.activeElement?.matches(typed) ?? false)
    check()
    for (const event of ['focusin', 'focusout']) document.addEventListener(event, check)
    return () => {
      for (const event of ['focusin', 'focusout']) document.removeEventListener(event, check)
    }
  }, [])
  return isTyping
}
