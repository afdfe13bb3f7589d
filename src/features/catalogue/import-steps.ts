import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { oneSize, type SizeStock } from '#domain/catalogue.ts'
import { fromShillings } from '#domain/money.ts'
import { priceRefusal } from '#domain/pricing.ts'
import { problems } from '#domain/problem.ts'
import type { FileProblem, ProductDraft } from '#domain/product-csv.ts'
import type { ProductRow } from '#features/catalogue/product-rows.ts'
import { newProduct, productChanges, type WrittenColumns, writtenColumns } from '#features/catalogue/write-product.ts'

/** A size after the import. `seen` is the stock when the file was exported; null where the file does not say, and then the number is a count. */
interface ImportSize extends SizeStock {
  seen: number | null
}

/** Everything that a row of a file does to one product. */
export interface ImportStep {
  act: 'create' | 'change'
  row: number
  id: string
  columns: WrittenColumns
  /** Sizes that get another stock, or are new. */
  sizes: ImportSize[]
  /** The plain stock that the sizes replace. */
  dropsPlain: boolean
  before: WrittenColumns | null
  /** Names of what changes, for people. */
  changed: string[]
}

export type Stepped = ImportStep | 'unchanged' | FileProblem[]

type Draft = Omit<ProductDraft, 'category'> & { category_id?: string }

/** What a row says that leaves its pairs open, until the owner has said how many each new size has. */
export const pairsUnknown = 'The file does not say how many pairs there are. Enter the pairs of each size above.'

/** A new product, checked by the rules of the product form; `pairs` of each size whose stock the file leaves open. */
export function creation({ row, id: _, seen: __, ...draft }: Draft, pairs: number | null): Stepped {
  const said = {
    ...draft,
    ...(draft.stock === null && { stock: pairs }),
    ...(draft.sizes && { sizes: draft.sizes.map(({ label, stock }) => ({ label, stock: stock ?? pairs })) }),
  }
  if (said.stock === null || said.sizes?.some(({ stock }) => stock === null)) return [{ row, column: 'stock', message: pairsUnknown }]
  const result = newProduct.safeParse(said)
  if (!result.success) return problemsOf(row, result.error)
  const { stock, sizes = [], ...columns } = result.data
  const unsellable = priceProblem(row, columns)
  if (unsellable) return [unsellable]
  if (stock !== undefined && sizes.length > 0) return [{ row, column: 'stock', message: problems.stock_has_sizes.message }]
  if (stock === undefined && sizes.length === 0) return [{ row, column: 'stock', message: 'Enter the stock, or the sizes.' }]
  const wanted = sizes.length > 0 ? sizes : [{ label: oneSize, stock: stock as number }]
  return {
    act: 'create',
    row,
    id: randomUUID(),
    columns,
    sizes: wanted.map((size) => ({ ...size, seen: null })),
    dropsPlain: false,
    before: null,
    changed: [],
  }
}

/** A change of an existing product: only the columns of the row, and only where the value differs. Where the file leaves the stock open, it stays. */
export function change(draft: Draft, present: ProductRow, pairs: number | null): Stepped {
  const { row, id: _, seen, stock, sizes: listed, ...said } = draft
  const hasSizes = present.product_sizes.some(({ label }) => label !== oneSize)
  if (typeof stock === 'number' && (listed || hasSizes))
    return [{ row, column: 'stock', message: 'This product has sizes: write the stock of each under sizes.' }]
  const isThere = (wanted: string) => present.product_sizes.some(({ label }) => label === wanted)
  const open = listed?.filter((size) => size.stock !== null || !isThere(size.label)).map((size) => ({ ...size, stock: size.stock ?? pairs }))
  const named = open?.filter((size): size is SizeStock => size.stock !== null)
  if (open && named && named.length < open.length) return [{ row, column: 'stock', message: pairsUnknown }]
  const sizes = named ?? (typeof stock === 'number' ? [{ label: oneSize, stock }] : [])
  const result = productChanges.safeParse({ ...said, sizes })
  if (!result.success) return problemsOf(row, result.error)
  const { sizes: _sizes, stock: _stock, stock_seen: _seen, ...columns } = result.data
  const moved = sizes.flatMap((size) => moveOf(size, seen, present.product_sizes))
  const stale = moved.filter(({ label, seen: was }) => was !== null && was !== stockOf(present.product_sizes, label))
  if (stale.length > 0) return [{ row, column: named ? 'sizes' : 'stock', message: staleWords(stale, present.product_sizes) }]
  const before = Object.fromEntries(writtenColumns.map((column) => [column, present[column]])) as WrittenColumns
  const after: WrittenColumns = { ...before, ...columns }
  const unsellable = priceProblem(row, after)
  if (unsellable) return [unsellable]
  const changed: string[] = writtenColumns.filter((column) => after[column] !== before[column])
  if (moved.length > 0) changed.push('stock')
  if (changed.length === 0) return 'unchanged'
  const dropsPlain = sizes.length > 0 && named !== undefined && !hasSizes && !named.some(({ label }) => label === oneSize)
  return { act: 'change', row, id: present.id, columns: after, sizes: moved, dropsPlain, before, changed }
}

function priceProblem(row: number, { price, discount_percentage }: WrittenColumns): FileProblem | null {
  const refusal = priceRefusal(fromShillings(price), discount_percentage)
  return refusal && { row, column: refusal.field, message: refusal.message }
}

/** Nothing where the file repeats the value of its export, or where the product already has the value. */
function moveOf({ label, stock }: SizeStock, seen: SizeStock[] | undefined, present: SizeStock[]): ImportSize[] {
  const was = seen ? (seen.find((size) => size.label === label)?.stock ?? 0) : null
  const isThere = present.some((size) => size.label === label)
  if (isThere && (stock === was || stock === stockOf(present, label))) return []
  return [{ label, stock, seen: was }]
}

function staleWords(stale: ImportSize[], present: SizeStock[]): string {
  const now = stale.map(({ label }) => `${label === oneSize ? '' : `size ${label}: `}${stockOf(present, label)}`)
  return `The stock changed since this file was made. It is now ${now.join(', ')}.`
}

function stockOf(sizes: SizeStock[], label: string): number {
  return sizes.find((size) => size.label === label)?.stock ?? 0
}

/** One problem for each cell, under the name of its column. */
function problemsOf(row: number, { issues }: z.ZodError): FileProblem[] {
  const found = new Map<string, FileProblem>()
  for (const { path, message } of issues) {
    const column = path[0] === 'category_id' ? 'category' : String(path[0] ?? 'name')
    if (!found.has(column)) found.set(column, { row, column, message })
  }
  return [...found.values()]
}
