import { fromShillings, readShillings } from '#domain/money.ts'
import { textOfHtml } from '#domain/plain-text.ts'
import { unitPrice } from '#domain/pricing.ts'
import { columnOf, type FileProblem, type FileReading, type FileRow, type ProductDraft } from '#domain/product-csv.ts'

/** The columns that are read from Shopify's product export, in its formats before and after 2024 (docs/decisions/0014). */
const heads: Record<string, string> = {
  handle: 'handle',
  'url handle': 'handle',
  title: 'title',
  'body (html)': 'body',
  description: 'body',
  type: 'type',
  published: 'published',
  'published on online store': 'published',
  status: 'status',
  'option1 name': 'option1',
  'option1 value': 'value1',
  'option2 name': 'option2',
  'option2 value': 'value2',
  'option3 name': 'option3',
  'option3 value': 'value3',
  'variant inventory qty': 'quantity',
  'inventory quantity': 'quantity',
  'variant price': 'price',
  price: 'price',
  'variant compare at price': 'compareAt',
  'compare-at price': 'compareAt',
  'image src': 'image',
  'product image url': 'image',
}

/** Our column for a heading of the file, or null where it is ignored. */
export function shopifyColumn(head: string): string | null {
  const name = head.trim().toLowerCase()
  return Object.hasOwn(heads, name) ? (heads[name] as string) : null
}

export function isShopifyHead(columns: string[]): boolean {
  const names = columns.map(shopifyColumn)
  return ['handle', 'title', 'price'].every((name) => names.includes(name))
}

/**
 * Reads rows of Shopify, where each variant is a row: rows of one handle and colour become one product, with the option "size" as its sizes. Where a file
 * names no quantity, as of shops with several locations, the stock is unknown. Pictures are counted and never fetched: a URL in a file must not make the shop send requests (SSRF).
 */
export function readShopifyRows(rows: FileRow[]): FileReading {
  const reading: FileReading = { drafts: [], problems: [], notes: [] }
  let pictures = 0
  for (const family of byHandle(rows, reading.problems)) {
    pictures += family.filter(({ cells }) => cells.image).length
    readFamily(family, reading)
  }
  if (pictures > 0)
    reading.notes.push(`${pictures} ${pictures === 1 ? 'picture is' : 'pictures are'} named and not fetched: add them to each product.`)
  return reading
}

function byHandle(rows: FileRow[], problems: FileProblem[]): FileRow[][] {
  const families = new Map<string, FileRow[]>()
  for (const each of rows) {
    const { handle } = each.cells
    if (!handle) problems.push({ row: each.row, column: 'Handle', message: 'Say of which product this row is.' })
    else if (!families.get(handle)?.push(each)) families.set(handle, [each])
  }
  return [...families.values()]
}

interface Variant {
  row: number
  colour: string
  size: string | null
  cells: FileRow['cells']
}

/** All rows of one handle; the first row has the fields they share. */
function readFamily(family: FileRow[], { drafts, problems, notes }: FileReading): void {
  const [first] = family as [FileRow]
  const { cells: shared } = first
  const options = [1, 2, 3].map((place) => {
    const [name, value] = [shared[`option${place}`] ?? '', `value${place}`]
    return { name, value, kind: kindOf(name, family.map(({ cells }) => cells[value] ?? '').filter(Boolean)) }
  })
  const strange = options.find(({ kind }, at) => kind === null || (kind === 'size' && options.findIndex((option) => option.kind === kind) < at))
  if (!shared.title) return void problems.push({ row: first.row, column: 'Title', message: 'Enter a name.' })
  if (strange) return void problems.push({ row: first.row, column: strange.name, message: 'Only sizes and colours can be read.' })
  const optionOf = (kind: string, cells: FileRow['cells']) => cells[options.find((option) => option.kind === kind)?.value ?? ''] || null
  // A 7 of the United Kingdom is no 7 of Europe.
  const scale = /\b(uk|us)\b/i.exec(options.find(({ kind }) => kind === 'size')?.name ?? '')?.[1]?.toUpperCase()
  const sizeOf = (cells: FileRow['cells']) => {
    const size = optionOf('size', cells)
    return size && scale && /^\d/.test(size) ? `${scale} ${size}` : size
  }
  const variants: Variant[] = family
    .filter(({ cells }) => cells.price || cells.value1)
    .map(({ row, cells }) => ({ row, colour: optionOf('colour', cells) ?? '', size: sizeOf(cells), cells }))
  if (variants.length === 0) return void problems.push({ row: first.row, column: 'Variant Price', message: 'Enter an amount in KSh, such as 4500.' })
  // Converted once for all colours, and cut just above the maximum length (product-input.ts), so that a file of 8 MB cannot grow to gigabytes.
  const short = Object.fromEntries(
    Object.entries(shared).map(([name, text]) => [name, name === 'body' ? textOfHtml(text).slice(0, 6_000) : text.slice(0, 600)]),
  )
  for (const [colour, ofColour] of Map.groupBy(variants, (variant) => variant.colour)) {
    const draft = draftOf(short, colour, ofColour, problems, notes)
    if (draft) drafts.push(draft)
  }
}

/** What an option is, by its name, or by its values, which say it whatever the shop calls it. */
function kindOf(name: string, values: string[]): 'size' | 'colour' | 'none' | null {
  if (/size|saizi/i.test(name)) return 'size'
  if (/colou?r|rangi/i.test(name)) return 'colour'
  if (name === 'Title' || name === '') return 'none'
  return values.length > 0 && values.every((value) => /^(?:(?:eu|uk|us)\s?)?\d{1,2}(?:[.,]5|\s?½)?$/i.test(value)) ? 'size' : null
}

function draftOf(cells: FileRow['cells'], colour: string, variants: Variant[], problems: FileProblem[], notes: string[]): ProductDraft | null {
  const [first] = variants as [Variant]
  const fail = (row: number, column: string, message: string) => {
    problems.push({ row, column, message })
    return null
  }
  const price = readShillings(first.cells.price ?? '')
  if (price === null) return fail(first.row, 'Variant Price', 'Enter an amount in KSh, such as 4500.')
  const other = variants.find((variant) => variant.cells.price !== first.cells.price)
  if (other) return fail(other.row, 'Variant Price', 'All sizes of a product cost the same here.')
  const labels = variants.map(({ size }) => size)
  const twice = variants.find(({ size }, at) => labels.indexOf(size) < at)
  if (twice) return fail(twice.row, 'Option1 Value', twice.size ? `Size ${twice.size} stands twice.` : 'This product stands twice.')
  const unnamed = variants.length > 1 && variants.find(({ size }) => size === null)
  if (unnamed) return fail(unnamed.row, 'Option1 Value', 'Enter the size.')
  const stocks = variants.map((variant) => ({ label: variant.size ?? '', stock: pairsOf(variant, notes) }))
  const status = cells.status?.toLowerCase()
  return {
    row: first.row,
    name: colour ? `${cells.title}, ${colour}` : cells.title,
    style_code: cells.handle,
    ...(cells.body && { description: cells.body }),
    ...(cells.type && { category: cells.type }),
    ...priceOf(price, readShillings(first.cells.compareAt ?? '')),
    is_available: (!status || status === 'active') && cells.published?.toLowerCase() !== 'false',
    ...(first.size === null ? { stock: stocks[0]?.stock } : { sizes: stocks }),
  }
}

/** Null where the file does not say it. Shopify's stock may be negative where overselling was allowed; it becomes 0. */
function pairsOf({ row, cells }: Variant, notes: string[]): number | null {
  if (!cells.quantity) return null
  const pairs = Number(cells.quantity)
  if (Number.isInteger(pairs) && pairs >= 0) return pairs
  notes.push(`Row ${row}: a stock of ${cells.quantity} is read as 0.`)
  return 0
}

/** The compare-at price with the whole percentage that gives the selling price; where no percentage does, the selling price without discount. */
function priceOf(price: number, compareAt: number | null): { price: number; discount_percentage: number } {
  const discount = compareAt !== null && compareAt > price ? Math.round((1 - price / compareAt) * 100) : 0
  const isSame = compareAt !== null && discount < 100 && unitPrice(fromShillings(compareAt), discount) === fromShillings(price)
  return isSame ? { price: compareAt, discount_percentage: discount } : { price, discount_percentage: 0 }
}

/** Programs whose product exports people try, each by headings that only its files have together. */
const programs: Record<string, string[]> = {
  WooCommerce: ['regular_price', 'tax_status', 'in_stock?'],
  'Google Merchant Center': ['image_link', 'availability'],
  Etsy: ['variation_1_type', 'currency_code'],
  'Magento or Adobe Commerce': ['attribute_set_code', 'product_type'],
  Square: ['item_name', 'variation_name'],
  Odoo: ['external_id', 'sales_price'],
}

/** The program that wrote a file, by its headings; null for any other. */
export function programOf(heads: string[]): string | null {
  const names = new Set(heads.map(columnOf))
  return Object.keys(programs).find((program) => programs[program]?.every((head) => names.has(head))) ?? null
}
