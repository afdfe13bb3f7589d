import type { SizeStock } from '#domain/catalogue.ts'

/** What a file says of one product; what it does not say is not touched. Prices in KSh. */
export interface ProductDraft {
  /** Row of the file, as spreadsheets count: the head is row 1. */
  row: number
  id?: string
  name?: string
  style_code?: string
  /** Slug or name. */
  category?: string
  description?: string
  price?: number
  discount_percentage?: number
  is_featured?: boolean
  is_available?: boolean
  /** A plain stock, for a product without sizes. */
  stock?: number
  sizes?: SizeStock[]
  /** What the file held when it was written: what has not changed since is not touched. */
  seen?: SizeStock[]
}

/** What is wrong in a file, and where. `column` is null where the whole row is meant. */
export interface FileProblem {
  row: number
  column: string | null
  message: string
}

/** What was read out of a file, before anything is asked of the shop's own shelf. */
export interface FileReading {
  drafts: ProductDraft[]
  problems: FileProblem[]
  /** What was left out, in whole sentences. */
  notes: string[]
}

/** Rows of a file under the names of their columns. */
export interface FileRow {
  row: number
  cells: Record<string, string>
}
