import type { ShopFacts } from '#domain/shop.ts'

/** What is sent: the same words as HTML and as plain text. */
export interface Letter {
  kind: string
  subject: string
  html: string
  text: string
}

/** What every letter is told. */
export interface LetterFacts {
  shop: Pick<ShopFacts, 'name' | 'origin' | 'phone' | 'email' | 'location'>
  /** As its person wrote it; a letter greets by it only when it looks like a name. */
  name: string
}

/** What a letter says, in the order in which it is read. */
export interface LetterContent {
  kind: string
  subject: string
  title: string
  paragraphs: string[]
  /** What it is about, name by name: the lines of an order, and their total. */
  rows?: { label: string; value: string }[]
  /** The one thing to do, on the shop's own pages. */
  button?: { label: string; link: string }
  /** Smaller words at the end: how long the link works, what to do when it was somebody else. */
  notes: string[]
}
