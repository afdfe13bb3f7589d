import type { ReplyLink } from '#domain/assistant.ts'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'

/** How to reach the shop's people; `about` is the text that the first message begins with. */
export function peopleOf(shop: ShopFacts, about = 'I have a question.'): ReplyLink[] {
  return [{ label: 'Ask on WhatsApp', href: whatsappUrl(shop, `Hello ${shop.name}, ${about}`) }]
}
