import type { ReplyLink, ReplyOrder, ReplyProduct } from '#domain/assistant.ts'

/** What tools may know of the visitor who asks: the page they are on, and the orders they hold. The model supplies neither to a tool. */
export interface Visitor {
  /** The product whose page they are on. */
  productId: string | null
  /** The order whose page they are on, or whose link they wrote; the key was taken out of the text. */
  order: HeldOrder | null
  /** The orders that their browser placed, newest first, for a message that means no other order. */
  kept: HeldOrder[]
  /** The key by which their messages are counted; never shown, never logged. */
  countedBy: string
}

/** An order and the right to see it: its key, or null where only its account opens it. */
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
