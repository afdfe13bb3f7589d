import type { ShopFacts } from '#domain/shop.ts'

/** The sections of the help page, in its order, and what links to them are called; the footer's anchors carry the same names (spec §2). */
export const helpLinks = { faq: 'FAQ', shipping: 'Shipping', 'size-guide': 'Size Guide', privacy: 'Privacy', terms: 'Terms' } as const
export type HelpSlug = keyof typeof helpLinks

export const helpPath = '/help'

/** The address of a section, or of a question within it. */
export function helpHref(anchor: string): string {
  return `${helpPath}#${anchor}`
}

/** Letters that a section may have (table help_sections). */
export const helpLimits = { title: 80, body: 16_000 }

/** A question of the help page, or what a section begins with. */
export interface HelpPiece {
  /** Where it stands on the page; what a section begins with stands at the section itself. */
  anchor: string
  /** Plain text; null for what a section begins with. */
  title: string | null
  /** Safe to show. */
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

/** What texts may name in braces, and what it stands for. */
export const placeholders = {
  shop: ({ name }) => name,
  phone: ({ phone }) => phone,
  whatsapp: ({ whatsapp }) => whatsapp,
  email: ({ email }) => email,
  location: ({ location }) => location,
} as const satisfies Record<string, (shop: ShopFacts) => string>

/** Fills the placeholders of a text. Braces around anything else stay as they are. */
export function fillPlaceholders(text: string, shop: ShopFacts, written: (value: string) => string = (value) => value): string {
  return text.replace(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? written(placeholders[name as keyof typeof placeholders](shop)) : whole,
  )
}

/** What the merchant has still to look at: `<!-- check: the delivery fee -->`. Readers never see it. */
export function checksIn(body: string): string[] {
  return [...body.matchAll(/<!--\s*check:([^>]*?)-->/g)].flatMap(([, words = '']) => words.trim() || [])
}

/** A text without the notes that are for the merchant. */
export function withoutNotes(body: string): string {
  return body.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trimStart()
}

/**
 * Splits a heading such as `Can I return shoes? {#returns}`: the name in braces is the anchor, so that links to it outlive other words; without one
 * the words make it.
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
