import type { ReplyLink, ReplyOrder, ReplyProduct } from '#domain/assistant.ts'

/** Who asks, as tools may know it: what page they are on, and which order they hold. No tool gets either from the model. */
export interface Visitor {
  /** The product whose page they are on. */
  productId: string | null
  /** The order whose page they are on, or whose link they wrote; the key was taken out of the text. */
  order: { id: string; key: string | null } | null
  /** What their messages are counted by; never shown, never logged. */
  countedBy: string
}

/** What a tool answers. */
export interface ToolAnswer {
  /** For the model: facts of the shop, and no instructions. */
  facts: Record<string, unknown>
  products?: ReplyProduct[]
  links?: ReplyLink[]
  order?: ReplyOrder
}
