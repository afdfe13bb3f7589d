import { type Context, requirePermission } from '#core/context.ts'
import { type Paging, pageSize } from '#core/page-of.ts'
import type { SearchMeaning } from '#domain/search.ts'
import { readPage } from '#features/catalogue/list-shelf.ts'
import type { ProductRow } from '#features/catalogue/product-row.ts'
import { type StockFilter, stockMatching } from '#features/catalogue/stock-filter.ts'

export interface StockPage {
  data: ProductRow[]
  next: string | null
  /** How many match, on the first page only: up to `highest` plus one, which means more. */
  total: number | null
  highest: number
  /** How the shop interpreted the search, where no product contains it. */
  meant: SearchMeaning | null
  /** No product contains the search: these names come near it. */
  fuzzy: boolean
}

/** A page of Product Management, newest first, including products off the shelf. Problems: forbidden, malformed for a cursor that is not ours. */
export async function listStock(ctx: Context, filter: StockFilter & Paging): Promise<StockPage> {
  requirePermission(ctx, 'sell')
  const { db } = ctx
  const size = pageSize(filter)
  const { where, highest, meant, fuzzy } = await stockMatching(db, filter)
  const paged = { sort: 'newest', cursor: filter.cursor, limit: size, highest: filter.cursor ? 0 : highest } as const
  const { data, next, total } = await readPage(db, where, 'row', paged)
  return {
    data,
    next,
    total: filter.cursor ? null : total,
    highest,
    meant,
    fuzzy: fuzzy && data.length > 0,
  }
}
