import { oneSize, type SizeStock } from '#domain/catalogue.ts'
import { plainCell } from '#domain/csv.ts'
import { readShillings } from '#domain/money.ts'
import { discountFrom } from '#domain/pricing.ts'

/** The columns of a product in the CSV files that `features/catalogue/import-products.ts` reads and `export-products.ts` writes. Price in KSh. */
interface CsvFields {
  id: string
  name: string
  style_code: string | null
  description: string
  price: number
  discount_percentage: number
  is_featured: boolean
  is_available: boolean
}
type TextField = 'name' | 'style_code' | 'description'

/** A product of the export. */
export interface CsvProduct extends CsvFields {
  category: { slug: string } | null
  product_sizes: SizeStock[]
}

/** A size of an import file; its stock is null where the file does not say it. */
interface DraftSize extends Pick<SizeStock, 'label'> {
  stock: number | null
}

/** One product of an import file; undefined fields are left unchanged. */
export interface ProductDraft extends Partial<CsvFields> {
  /** Row of the file as spreadsheets count: the headings are row 1. */
  row: number
  /** Slug or name. */
  category?: string
  /** A plain stock, for a product without sizes; null where the file has the product and not how many pairs there are. */
  stock?: number | null
  sizes?: DraftSize[]
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

type Cell = string | number | null
interface Column {
  /** Explanation for the merchant who fills in the file. */
  about: string
  example: string
  write(product: CsvProduct): Cell
  /** The fields that a cell sets, or an error message. */
  read(text: string): Partial<ProductDraft> | string
}

/** The columns of a product file, in their order, for export and import. The import ignores empty cells. */
export const productColumns: Record<string, Column> = {
  id: {
    about: 'Of a product that stands on the shelf already; empty for a new one.',
    example: '',
    write: ({ id }) => id,
    read: (id) => ({ id: id.toLowerCase() }),
  },
  name: text('name', 'Needed for a new product.', 'Mbio Runner, Mango'),
  style_code: text('style_code', 'Colourways of one style share it. With the name it finds a product that has no id here.', 'mbio-runner'),
  category: {
    about: 'Its slug, such as men-shoes.',
    example: 'women-sneakers',
    write: ({ category }) => category?.slug ?? null,
    read: (category) => ({ category }),
  },
  description: text('description', 'May have several lines.', 'Light runner with a knitted upper.'),
  price: {
    about: 'KSh before discount. Needed for a new product.',
    example: '4500',
    write: ({ price }) => price,
    read: (text) => {
      const price = readShillings(text)
      return price === null ? 'Enter an amount in KSh, such as 4500.' : { price }
    },
  },
  discount_percentage: {
    about: 'Whole percents from 0 to 99.',
    example: '15',
    write: (product) => product.discount_percentage,
    read: (text) => {
      const discount = discountFrom(text.replace(/\s*%$/, ''))
      return 'refusal' in discount ? discount.refusal : { discount_percentage: discount.value }
    },
  },
  is_featured: flag('is_featured', 'yes or no: stands among the featured ones of the home page.', 'no'),
  is_available: flag('is_available', 'yes or no: on the shelf.', 'yes'),
  stock: {
    about: 'Pairs, for a product without sizes.',
    example: '',
    write: ({ product_sizes }) => plainStock(product_sizes),
    read: (text) => (/^\d{1,7}$/.test(text) ? { stock: Number(text) } : 'Enter a whole number of pairs.'),
  },
  sizes: {
    about: 'Pairs of each size, such as 36=3|37=0|38=5. Sizes that are not named stay as they are.',
    example: '36=3|37=0|38=5',
    write: ({ product_sizes }) => (plainStock(product_sizes) === null ? sizesCell(product_sizes) : null),
    read: (text) => {
      const sizes = readSizesCell(text)
      return typeof sizes === 'string' ? sizes : { sizes }
    },
  },
  stock_seen: {
    about:
      'The stock when this file was made. Leave it as it is: stock that you did not change here is then not touched, however much was sold since.',
    example: '',
    write: ({ product_sizes }) => plainStock(product_sizes) ?? sizesCell(product_sizes),
    read: (text) => {
      const seen = /^\d+$/.test(text) ? [{ label: oneSize, stock: Number(text) }] : readSizesCell(text)
      return typeof seen === 'string' ? seen : { seen }
    },
  },
}

export const columnNames = Object.keys(productColumns)

/** The column name of a heading: `Discount Percentage` is `discount_percentage`. */
export function columnOf(head: string): string {
  return head
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
}

/** A product as a row of the file, in the order of `columnNames`. */
export function csvCells(product: CsvProduct): Cell[] {
  return Object.values(productColumns).map(({ write }) => write(product))
}

/** Reads rows whose headings are our own columns. */
export function readProductRows(rows: FileRow[]): FileReading {
  const reading: FileReading = { drafts: [], problems: [], notes: [] }
  for (const { row, cells } of rows) {
    const draft: ProductDraft = { row }
    const before = reading.problems.length
    for (const [name, { read }] of Object.entries(productColumns)) {
      const text = plainCell(cells[name] ?? '').trim()
      const said = text === '' ? {} : read(text)
      if (typeof said === 'string') reading.problems.push({ row, column: name, message: said })
      else Object.assign(draft, said)
    }
    if (reading.problems.length === before) reading.drafts.push(draft)
  }
  return reading
}

function text(name: TextField, about: string, example: string): Column {
  return { about, example, write: (product) => product[name], read: (text) => ({ [name]: text }) }
}

function flag(name: 'is_featured' | 'is_available', about: string, example: string): Column {
  return {
    about,
    example,
    write: (product) => (product[name] ? 'yes' : 'no'),
    read: (text) => {
      const word = text.toLowerCase()
      return Object.hasOwn(flags, word) ? { [name]: flags[word] as boolean } : 'Enter yes or no.'
    },
  }
}

/** Spreadsheets write TRUE, people write yes. */
const flags: Record<string, boolean> = { yes: true, true: true, '1': true, ndiyo: true, no: false, false: false, '0': false, hapana: false }

/** Null for a product with sizes. */
function plainStock(sizes: SizeStock[]): number | null {
  const [only, ...others] = sizes
  return only?.label === oneSize && others.length === 0 ? only.stock : null
}

/** `36=3|37=0`: not `36:3`, which a spreadsheet takes for a time of day. A bar in a size is written `\|`. */
export function sizesCell(sizes: SizeStock[]): string {
  return sizes.map(({ label, stock }) => `${label.replace(/[\\|]/g, '\\$&')}=${stock}`).join('|')
}

/** The sizes of a cell, or an error message. */
export function readSizesCell(text: string): SizeStock[] | string {
  const sizes: SizeStock[] = []
  for (const part of partsOf(text)) {
    const match = /^(.{1,40}?)\s*=\s*(\d{1,7})$/su.exec(part)
    const label = match?.[1]?.trim()
    if (!label) return `Enter pairs of each size like 36=3|37=0; "${part.slice(0, 40)}" is not.`
    if (sizes.some((size) => size.label === label)) return `Name each size once; ${label} stands twice.`
    sizes.push({ label, stock: Number(match?.[2]) })
  }
  return sizes
}

function partsOf(text: string): string[] {
  const parts = ['']
  for (const piece of text.match(/\\.|[^\\]/gsu) ?? []) {
    if (piece === '|') parts.push('')
    else parts[parts.length - 1] += piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
