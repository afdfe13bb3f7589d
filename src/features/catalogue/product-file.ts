import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Context, requirePermission } from '#core/context.ts'
import { textStream } from '#core/text-stream.ts'
import { csvLine } from '#domain/csv.ts'
import { Problem } from '#domain/problem.ts'
import { columnNames, columnOf, csvCells, type FileReading, type FileRow, productColumns, readProductRows } from '#domain/product-csv.ts'
import { isShopifyHead, programOf, readShopifyRows, shopifyColumn } from '#domain/shopify-csv.ts'
import { listStock, type StockFilter } from '#features/catalogue/stock.ts'

/** What one file may hold: enough for a whole shop, and read in bounded time and memory. */
export const fileLimits = { bytes: 8 * 2 ** 20, rows: 20_000, products: 5_000 }

export interface ProductFile extends FileReading {
  /** The format whose columns the file has. */
  format: 'Viatu' | 'Shopify'
  /** Rows that hold anything, without the head. */
  rows: number
}

/**
 * Reads a table of products as spreadsheets write it: commas, semicolons, tabs or bars, with or without a byte order mark, in UTF-8, UTF-16 or Windows-1252, with
 * line breaks inside of quotes.
 */
export async function readProductFile(bytes: Uint8Array): Promise<ProductFile> {
  if (bytes.length > fileLimits.bytes) throw tooLarge()
  const text = textOf(bytes)
  if (text.includes('\0')) throw unreadable('This is not a CSV file. In Excel, choose Save As and then CSV UTF-8.')
  const [head, ...rows] = await recordsOf(text)
  if (!head) throw unreadable('This file is empty.')
  if (rows.length === 0) throw unreadable('This file has a head and no products.')
  const program = programOf(head.cells)
  if (program)
    throw unreadable(
      `This is an export of ${program}, which cannot be read yet. Download the template below, copy name, price, sizes and stock into it, and choose that file.`,
    )
  const file = isShopifyHead(head.cells) ? readShopify(head.cells, rows) : readOwn(head.cells, rows)
  if (file.drafts.length > fileLimits.products)
    throw unreadable('This file has more than 5,000 products. Split it, then import the parts one after the other.')
  return { ...file, rows: rows.length }
}

export function tooLarge(): Problem {
  return unreadable('This file is larger than 8 MB. Split it, then import the parts one after the other.')
}

interface TableRow {
  row: number
  cells: string[]
}

/** In slices, so that other requests are served between them. */
async function recordsOf(text: string): Promise<TableRow[]> {
  const hasDelimiter = /^sep=(.)\r?\n/i.exec(text)
  const parser = Readable.from(slicesOf(text)).pipe(
    parse({
      delimiter: hasDelimiter?.[1] ?? delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 100_000,
      record_delimiter: ['\r\n', '\n', '\r'],
    }),
  )
  const records: TableRow[] = []
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1
      const isEmpty = cells.every((cell) => cell.trim() === '')
      if (isEmpty || (row === 1 && hasDelimiter)) continue
      if (records.length > fileLimits.rows)
        throw unreadable('This file has more than 20,000 rows. Split it, then import the parts one after the other.')
      records.push({ row, cells })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(`Row ${Number(Object(error).records) + 1} cannot be read: it is too long, or a quote in it is never closed.`)
  }
  return records
}

function* slicesOf(text: string) {
  for (let from = 0; from < text.length; from += 65_536) yield text.slice(from, from + 65_536)
}

/** The separator that the first line has most often. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n|\r/, 1)
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** Excel writes UTF-16 as "Unicode text", and the letters of Windows as plain "CSV". */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function readOwn(head: string[], rows: TableRow[]): Omit<ProductFile, 'rows'> {
  const names = head.map(columnOf)
  const known = names.filter((name) => columnNames.includes(name))
  if (!known.includes('id') && !known.includes('name'))
    throw unreadable('This file has no column "name" and no column "id". Begin with the template.')
  const twice = known.find((name, at) => known.indexOf(name) < at)
  if (twice) throw unreadable(`The column "${twice}" stands twice.`)
  const strange = head.filter((each, at) => each.trim() !== '' && !columnNames.includes(names[at] as string))
  const isWide = ({ cells }: TableRow) => cells.slice(head.length).some((cell) => cell.trim() !== '')
  const reading = readProductRows(
    rowsUnder(
      names.map((name) => (columnNames.includes(name) ? name : null)),
      rows.filter((row) => !isWide(row)),
    ),
  )
  for (const { row } of rows.filter(isWide)) reading.problems.push({ row, column: null, message: tooWide })
  if (strange.length > 0) reading.notes.push(`Left out, because no column here is called so: ${strange.slice(0, 10).join(', ').slice(0, 200)}.`)
  return { format: 'Viatu', ...reading }
}

const tooWide = 'This row has more cells than the head has columns. Put a cell that holds a comma in quotes, and write 1500 instead of 1,500.'

function readShopify(head: string[], rows: TableRow[]): Omit<ProductFile, 'rows'> {
  return { format: 'Shopify', ...readShopifyRows(rowsUnder(head.map(shopifyColumn), rows)) }
}

/** The first of two columns of one name counts. */
function rowsUnder(names: (string | null)[], rows: TableRow[]): FileRow[] {
  const places = names.flatMap((name, at) => (name && names.indexOf(name) === at ? [{ name, at }] : []))
  return rows.map(({ row, cells }) => ({ row, cells: Object.fromEntries(places.map(({ name, at }) => [name, (cells[at] ?? '').trim()])) }))
}

function unreadable(detail: string): Problem {
  return new Problem('file_unreadable', { detail })
}

/** Makes spreadsheets read the file as UTF-8. */
const mark = '\uFEFF'

/**
 * All matching products, as a file that spreadsheets and the import read. It is written page by page: memory never holds the whole catalogue. Problem
 * forbidden.
 */
export function exportProducts(ctx: Context, filter: StockFilter): ReadableStream<Uint8Array> {
  requirePermission(ctx, 'sell')
  return textStream(pagesOf(ctx, filter))
}

/** The head row and one example product, for the admin to overwrite. */
export function productTemplate(): string {
  return mark + csvLine(columnNames) + csvLine(Object.values(productColumns).map(({ example }) => example))
}

async function* pagesOf(ctx: Context, filter: StockFilter): AsyncGenerator<string, void, void> {
  yield mark + csvLine(columnNames)
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, next } = await listStock(ctx, { ...filter, cursor, limit: 100 })
    yield data.map((product) => csvLine(csvCells(product))).join('')
    cursor = next
  }
}
