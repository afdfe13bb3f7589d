import type { OrderView } from '#domain/order-view.ts'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { absoluteUrl } from '#web/addresses.ts'
import { useShop } from '#web/shop-facts.ts'

interface KeepLinkProps {
  order: Pick<OrderView, 'id' | 'short_code'>
  /** The path that opens the order for anybody who has it. */
  link: string
}

/** Buttons that copy the order's link or send it to WhatsApp; in print, the link itself. */
export function KeepLink({ order, link }: KeepLinkProps) {
  const shop = useShop()
  const url = absoluteUrl(shop, link)
  const text = `My order ${order.short_code} at ${shop.name}: ${url}`
  return (
    <>
      <div className="acts keep-link">
        <Button look="ghost" onClick={() => copy(url)}>
          <Icon name="copy" /> Copy link
        </Button>
        {/* Without a number WhatsApp asks for the recipient: the phone that pays may not be the buyer's own. */}
        <a className={buttonClass({ look: 'ghost' })} href={`https://wa.me/?text=${encodeURIComponent(text)}`} target="_blank" rel="noopener">
          <Icon name="whatsapp" /> Send the link to my WhatsApp
        </a>
      </div>
      <p className="print-head kept-address">{url}</p>
    </>
  )
}

/** Browsers offer the clipboard on https pages only, and may refuse it. */
async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied', topic: 'copy' })
  } catch {
    showToast({ title: 'Failed to copy link', text: 'Copy it from the address bar, or send it to your WhatsApp.', tone: 'bad', topic: 'copy' })
  }
}
