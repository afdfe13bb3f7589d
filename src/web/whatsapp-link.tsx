import type { ReactNode } from 'react'
import { whatsappUrl } from '#domain/shop.ts'
import { type ButtonLook, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useShop } from '#web/shop-facts.ts'

/** Nothing where the shop has no number yet. Opens WhatsApp, in a tab of its own, with a message to the shop: its greeting, then `words`. */
export function WhatsappLink({
  words,
  look,
  small,
  children = 'WhatsApp',
}: {
  words: string
  look: ButtonLook
  small?: boolean
  children?: ReactNode
}) {
  const shop = useShop()
  if (!shop.whatsapp) return null
  return (
    <a className={buttonClass({ look, small })} href={whatsappUrl(shop, `Hello ${shop.name}, ${words}`)} target="_blank" rel="noopener">
      <Icon name="whatsapp" small={small} /> {children}
    </a>
  )
}
