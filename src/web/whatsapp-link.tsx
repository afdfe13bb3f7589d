import type { ReactNode } from 'react'
import { type ProductCard, pairName } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { type ButtonLook, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { absoluteUrl, productUrl } from '#web/addresses.ts'
import { useShop } from '#web/shop-facts.ts'

/** Nothing where the shop has no number yet. Opens WhatsApp, in a tab of its own, with a message to the shop: its greeting, then `words`. */
export function WhatsappLink({
  words,
  look,
  small,
  wide,
  children = 'WhatsApp',
}: {
  words: string
  look: ButtonLook
  small?: boolean
  wide?: boolean
  children?: ReactNode
}) {
  const shop = useShop()
  if (!shop.whatsapp) return null
  return (
    <a className={buttonClass({ look, small, wide })} href={whatsappUrl(shop, `Hello ${shop.name}, ${words}`)} target="_blank" rel="noopener">
      <Icon name="whatsapp" small={small} /> {children}
    </a>
  )
}

/** Words about a shoe: its name, the size if one is chosen, price and address. */
export function questionAbout(shop: ShopFacts, { id, name, unit_price }: Pick<ProductCard, 'id' | 'name' | 'unit_price'>, size?: string): string {
  const shoe = size ? pairName({ name, size }) : name
  return `I am interested in the ${shoe} (${formatShillings(unit_price)}): ${absoluteUrl(shop, productUrl(id))}`
}
