import { z } from 'zod'
import { ksh } from '#core/select-of.ts'
import { chatLimits } from '#domain/assistant.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { type HelpSlug, helpLinks } from '#domain/help-sections.ts'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'

/** A product card in an answer, made from the shelf; `original_price` is null without a discount. */
export const replyProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number().meta({ description: 'KSh, after discount' }),
  original_price: z.number().nullable(),
  discount_percentage: z.int(),
  image_url: z.string().nullable(),
  sizes: z.array(z.string()).meta({ description: 'EU labels in stock' }),
  is_available: z.boolean(),
  url: z.string(),
})
export type ReplyProduct = z.infer<typeof replyProduct>

/** A button below an answer: a path of the shop's own, or WhatsApp, a phone, an e-mail of the shop. */
export const replyLink = z.object({ label: z.string(), href: z.string() })
export type ReplyLink = z.infer<typeof replyLink>

/** The card of an order, as the holder of its key may see it in the chat: no name, no phone, no address. */
export const replyOrder = z.object({
  code: z.string(),
  status: z.string(),
  label: z.string().meta({ description: 'Of the status' }),
  next: z.string().meta({ description: 'What happens next, in a sentence' }),
  total: ksh,
  lines: z.array(z.object({ name: z.string(), size: z.string(), quantity: z.int() })),
  refunds: z
    .array(z.object({ amount: z.number(), done_at: z.string().nullable(), receipt: z.string().nullable(), in_cash: z.boolean() }))
    .meta({ description: 'To the buyer, in KSh, with M-Pesa’s receipt once they are paid' }),
})
export type ReplyOrder = z.infer<typeof replyOrder>

export const chatReply = z.object({
  response: z.string().meta({ description: 'Plain text' }),
  products: z.array(replyProduct).max(chatLimits.products),
  links: z.array(replyLink).max(chatLimits.links),
  order: replyOrder.optional(),
})
export type ChatReply = z.infer<typeof chatReply>
/** An answer without a model: cards and buttons are none unless named, and `found` is false where it only says that the shop does not know. */
export type Reply = Partial<ChatReply> & { response: string; found?: boolean }

/**
 * The events of a streamed answer, in this order: any number of `text`, then `products` and `links` where there are any, then `done` with the whole
 * answer, which replaces what was streamed. `error` ends a stream instead of `done`, in the error shape of functions.
 */
export type ChatEvent =
  | { event: 'text'; data: { delta: string } }
  | { event: 'products'; data: { products: ReplyProduct[] } }
  | { event: 'links'; data: { links: ReplyLink[] } }
  | { event: 'done'; data: ChatReply }
  | { event: 'error'; data: { success: false; error: string; code: string; fields?: Record<string, string> } }

/** Addresses of the shop's pages for answers; a test compares them with those in web/addresses.ts. */
export const ordersPath = '/dashboard/orders'
export const trackPath = '/track'
export const signUpPath = '/sign-up'
export const productsPath = '/products'
export const productPath = (id: string) => `/product/${encodeURIComponent(id)}`

/** How to reach the shop's people; `about` is the text that the first message begins with. */
export function peopleOf(shop: ShopFacts, about = 'I have a question.'): ReplyLink[] {
  return shop.whatsapp ? [{ label: 'Ask on WhatsApp', href: whatsappUrl(shop, `Hello ${shop.name}, ${about}`) }] : []
}

/** To an answer on the help page, called by its section: the question itself was just asked. */
export function helpLink({ slug, href }: { slug: string; href: string }): ReplyLink {
  return { label: helpLinks[slug as HelpSlug], href }
}

/** A product of the shelf as an answer shows it. */
export function toReplyProduct({ id, name, price, unit_price, discount_percentage, image_url, sizes, is_available }: ProductCard): ReplyProduct {
  return {
    ...{ id, name, price: unit_price, original_price: discount_percentage > 0 ? price : null, discount_percentage, image_url, is_available },
    sizes: is_available ? sizes.filter(({ stock }) => stock > 0).map(({ label }) => label) : [],
    url: productPath(id),
  }
}
