import { type Context, requirePermission } from '#core/context.ts'
import { textStream } from '#core/text-stream.ts'
import { csvLine } from '#domain/csv.ts'
import { columnNames, csvCells, productColumns } from '#domain/product-csv.ts'
import { listStock } from '#features/catalogue/list-stock.ts'
import type { StockFilter } from '#features/catalogue/stock-filter.ts'

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
