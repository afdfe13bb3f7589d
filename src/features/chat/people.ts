import type { ReplyLink } from '#domain/assistant.ts'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'

/** The way to the people of the shop; `about` is what the first message says already. */
export function peopleOf(shop: ShopFacts, about = 'I have a question.'): ReplyLink[] {
  return [{ label: 'Ask on WhatsApp', href: whatsappUrl(shop, `Hello ${shop.name}, ${about}`) }]
}
