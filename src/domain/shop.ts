import type { Accent } from '#domain/accent.ts'

/** The shop's name, contacts and addresses, from the settings; public, used by every page (decisions, Names and settings). */
export interface ShopFacts {
  name: string
  /** Empty until somebody has entered it in a live shop, as `whatsapp` and `email`: pages leave it out then. */
  phone: string
  /** What a phone shows as who is paid: the name that the till or paybill is registered by. */
  mpesaName: string
  /** Digits only, for wa.me. */
  whatsapp: string
  email: string
  location: string
  /** The picture in place of the name in the header. */
  logo: string | null
  /** Null: the look's own colours. */
  accent: Accent | null
  /** Street and building; the town is `location`. */
  address: string | null
  mapUrl: string | null
  /** Opening hours, as the owner wrote them. */
  hours: string | null
  /** Its pages at social networks. */
  pages: { label: string; url: string }[]
  /** Of the goods of an order, what its affiliate earns. */
  commissionPercent: number
  /** Days that an affiliate's link counts, from the last click. */
  referralDays: number
  /** Days after delivery within which shoes are exchanged; 0 until the owner has entered them, and where there is no exchange. */
  exchangeDays: number
  /** Whether buyers get SMS; otherwise news of an order goes by e-mail alone. */
  sendsSms: boolean
  /** The name that the footer's marquee credits. */
  credit: string
  /** Set in demo mode: URLs of the simulated phone and of the mail outbox; null for each one that is real. */
  demo: { phoneUrl: string | null; outboxUrl: string | null } | null
  /** Origin of canonical links and link previews, without a trailing slash. */
  origin: string
}

/** `We answer at hello@shop.example or 0712 345 678.`: one sentence, or none where the shop has no contacts yet. */
export function contactNotes({ email, phone }: Pick<ShopFacts, 'email' | 'phone'>, beginning: string): string[] {
  const contacts = [email, phone].filter(Boolean)
  return contacts.length === 0 ? [] : [`${beginning} ${contacts.join(' or ')}.`]
}

/** `Answer this e-mail, call 0712 345 678, or write to us`: the ways there are; an empty one is left out. */
export function oneOf(ways: string[]): string {
  const there = ways.filter(Boolean)
  return there.length < 2 ? there.join() : `${there.slice(0, -1).join(', ')}, or ${there.at(-1)}`
}

/** A WhatsApp chat with a prefilled greeting. */
export function whatsappUrl(shop: Pick<ShopFacts, 'whatsapp'>, greeting: string): string {
  return `https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(greeting)}`
}

/** A referral in session storage, until conversion (spec §3, session-stored referral). */
export interface Referral {
  affiliate_id: string
  affiliate_code: string
  product_id: string | null
}
export const referralKey = 'referral'
