import type { ReplyLink, ReplyOrder, ReplyProduct } from '#domain/assistant.ts'

/** Who asks, as tools may know it: what page they are on, and which order they hold. No tool gets either from the model. */
export interface Visitor {
  /** The product whose page they are on. */
  productId: string | null
  /** The order whose page they are on, or whose link they wrote; the key was taken out of the text. */
  order: HeldOrder | null
  /** The orders that their browser placed, newest first, for when no other is meant. */
  kept: HeldOrder[]
  /** What their messages are counted by; never shown, never logged. */
  countedBy: string
}

/** An order, and by what right it is asked about: its key, or null where only its account opens it. */
export interface HeldOrder {
  id: string
  key: string | null
}

/** What a tool answers. */
export interface ToolAnswer {
  /** For the model: facts of the shop, and no instructions. */
  facts: Record<string, unknown>
  products?: ReplyProduct[]
  links?: ReplyLink[]
  order?: ReplyOrder
  /** More of the visitor's own. */
  others?: ReplyOrder[]
}
