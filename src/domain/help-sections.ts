import type { ShopFacts } from '#domain/shop.ts'

/** The sections of the help page in their order, with the labels of links to them; the footer's anchors have the same names (spec §2). */
export const helpLinks = { faq: 'FAQ', shipping: 'Shipping', 'size-guide': 'Size Guide', privacy: 'Privacy', terms: 'Terms' } as const
export type HelpSlug = keyof typeof helpLinks

export const helpPath = '/help'

/** The address of a section, or of a question within it. */
export function helpHref(anchor: string): string {
  return `${helpPath}#${anchor}`
}

/** Maximum characters of a section (table help_sections). */
export const helpLimits = { title: 80, body: 16_000 }

/** A question of the help page with its answer, or the introduction of a section. */
export interface HelpPiece {
  /** The id of its element; an introduction has its section's. */
  anchor: string
  /** Plain text; null for an introduction. */
  title: string | null
  /** Sanitised. */
  html: string
  /** The same as plain text. */
  text: string
}

/** A section as readers see it, placeholders filled. */
export interface HelpSection {
  slug: string
  title: string
  pieces: HelpPiece[]
}

/** What the shop says of itself in its texts. */
export type HelpFacts = Pick<ShopFacts, 'name' | 'phone' | 'whatsapp' | 'email' | 'location' | 'commissionPercent' | 'referralDays' | 'exchangeDays'>

/** Stands in place of what the shop does not promise: a piece of the help that has it is not shown. */
export const unsaid = '\u{e000}'

/** The placeholders that help texts may contain in braces, and their values. */
export const placeholders = {
  shop: ({ name }) => name,
  phone: ({ phone }) => phone,
  whatsapp: ({ whatsapp }) => whatsapp,
  email: ({ email }) => email,
  location: ({ location }) => location,
  commission: ({ commissionPercent }) => String(commissionPercent),
  link_days: ({ referralDays }) => String(referralDays),
  exchange_days: ({ exchangeDays }) => (exchangeDays === 0 ? unsaid : String(exchangeDays)),
} as const satisfies Record<string, (shop: HelpFacts) => string>

/** Their names for people: `{shop}, {phone} and {email}`. */
export function placeholderList(quote = ''): string {
  const names = Object.keys(placeholders).map((name) => `${quote}{${name}}${quote}`)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Fills the placeholders of a text. Braces around anything else stay as they are. */
export function fillPlaceholders(text: string, shop: HelpFacts, written: (value: string) => string = (value) => value): string {
  return text.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? written(placeholders[name as keyof typeof placeholders](shop)) : whole,
  )
}

/** The notes to the merchant in a text, such as `<!-- check: the delivery fee -->`. Visitors never see them. */
export function checksIn(body: string): string[] {
  return [...body.matchAll(/<!--\s*check:([^>]*?)-->/g)].flatMap(([, words = '']) => words.trim() || [])
}

/** A text without its notes to the merchant. */
export function withoutNotes(body: string): string {
  return body.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trimStart()
}

/**
 * Splits a heading such as `Can I return shoes? {#returns}`: the name in braces is the anchor, so that links survive a change of the title; without
 * one the anchor is made from the title.
 */
export function headingOf(text: string): { title: string; name: string } {
  const [, title = text, given] = /^(.*?)\s*\{#([a-z0-9][a-z0-9-]{0,40})\}\s*$/s.exec(text) ?? []
  return { title: title.trim(), name: given ?? nameOf(title) }
}

function nameOf(title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-').slice(0, 40).replace(/-$/, '') || 'part'
}
