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

/** The accent colour of a shop: of its main buttons, under white letters, and of its links on every ground where links stand. */
interface Accent {
  colour: string
  /** Of a button that is pointed at. */
  hover: string
}

/** The grounds of links (ui/tokens.css), and for a button the letters on it. */
const grounds = {
  '#ffffff': 'white',
  '#f5f4f8': 'the grey of the panel',
  '#ece7f8': 'the violet of notices',
  '#fdece6': 'the red of notices',
  '#e0f4e8': 'the green of notices',
  '#e2f0f8': 'the blue of notices',
  '#fff2cf': 'the yellow of notices',
} as const

/** What text needs (WCAG 2, 1.4.3). */
const least = 4.5

export const isColour = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** What to enter in place of a colour that nobody could read; null for one that can be read on every ground. */
export function accentRefusal(colour: string): string | null {
  const [worst, name] = Object.entries(grounds).reduce((a, b) => (contrastOf(colour, b[0]) < contrastOf(colour, a[0]) ? b : a))
  const contrast = contrastOf(colour, worst)
  // Rounded down: 4.49 is not 4.5.
  return contrast >= least
    ? null
    : `a darker colour: the contrast of this one on ${name} is ${(Math.floor(contrast * 10) / 10).toFixed(1)}, and text needs ${least}`
}

export function accentOf(colour: string): Accent {
  const darker = channelsOf(colour).map((channel) => Math.round(channel * 0.8 * 255))
  return { colour, hover: `#${darker.map((channel) => channel.toString(16).padStart(2, '0')).join('')}` }
}

/** The contrast of two colours, 1 to 21 (WCAG 2). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue, 0 to 1. */
function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
}
