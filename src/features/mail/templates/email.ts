import type { ShopFacts } from '#domain/shop.ts'

/** A rendered e-mail: the same content as HTML and as plain text. */
export interface Email {
  kind: string
  subject: string
  html: string
  text: string
}

/** The facts that every template needs. */
export interface EmailFacts {
  shop: Pick<ShopFacts, 'name' | 'origin' | 'phone' | 'email' | 'location'>
  /** The name as the person wrote it; an e-mail greets by it only when it looks like a name. */
  name: string
}

/** The content of an e-mail, in reading order. */
export interface EmailContent {
  kind: string
  subject: string
  title: string
  paragraphs: string[]
  /** The facts, name by name: the lines of an order, and their total. */
  rows?: { label: string; value: string }[]
  /** The one action, on the shop's own pages. */
  button?: { label: string; link: string }
  /** Small print at the end: how long the link works, what to do when the reader did not ask for it. */
  notes: string[]
}
