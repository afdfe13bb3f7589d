/** What every page may know of the shop itself; made from the settings (decisions, Names and settings). */
export interface ShopFacts {
  name: string
  phone: string
  /** Digits only, for wa.me. */
  whatsapp: string
  email: string
  location: string
  /** Whom the footer's marquee credits. */
  credit: string
  /** Set in demo mode: where the simulated phone lives, and where letters are kept; null for what is real. */
  demo: { phoneUrl: string | null; outboxUrl: string | null } | null
  /** Origin of canonical links and link previews, no slash at the end. */
  origin: string
}

/** A WhatsApp chat with a prefilled greeting. */
export function whatsappUrl(shop: Pick<ShopFacts, 'whatsapp'>, greeting: string): string {
  return `https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(greeting)}`
}

/** A referral as session storage keeps it until conversion (spec §3, session-stored referral). */
export interface Referral {
  affiliate_id: string
  affiliate_code: string
  product_id: string | null
}
export const referralKey = 'referral'
