import type { SizeStock } from '#domain/catalogue.ts'

/** One product of an import file; undefined fields are left unchanged. Prices in KSh. */
export interface ProductDraft {
  /** Row of the file as spreadsheets count: the headings are row 1. */
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
  /** The stock at the time of the export: sizes that the file did not change are left alone. */
  seen?: SizeStock[]
}

/** An error in a file. `column` is null where the whole row is meant. */
export interface FileProblem {
  row: number
  column: string | null
  message: string
}

/** The parsed file, before it is compared with the shop's products. */
export interface FileReading {
  drafts: ProductDraft[]
  problems: FileProblem[]
  /** Sentences about what the import leaves out. */
  notes: string[]
}

/** A row of a file, its cells by column name. */
export interface FileRow {
  row: number
  cells: Record<string, string>
}
