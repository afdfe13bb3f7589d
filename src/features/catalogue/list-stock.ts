import { desc, inArray, sql } from 'drizzle-orm'
import { shelf } from '#db/schema.ts'
import type { SearchMeaning } from '#domain/search.ts'
import { findPage } from '#features/catalogue/list-shelf.ts'
import { type ProductRow, rowColumns, toProductRow } from '#features/catalogue/product-row.ts'
import { type StockFilter, stockMatching } from '#features/catalogue/stock-filter.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { type Paging, pageOf, pageSize } from '#features/page-of.ts'

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
  requireAdmin(ctx)
  const { db } = ctx
  const size = pageSize(filter)
  const { where, highest, meant, fuzzy } = await stockMatching(db, filter)
  const { total, ids } = await findPage(db, where, { sort: 'newest', cursor: filter.cursor, limit: size, highest: filter.cursor ? 0 : highest })
  const rows = await db
    .select({ ...rowColumns, key: sql<string>`${shelf.created_at}::text` })
    .from(shelf)
    .where(ids.length > 0 ? inArray(shelf.id, ids) : sql`false`)
    .orderBy(desc(shelf.created_at), desc(shelf.id))
  const page = pageOf(
    rows.map(({ key, ...row }) => ({ row: toProductRow(row), key: [key, row.id] as [string, string] })),
    size,
  )
  return { ...page, total: filter.cursor ? null : total, highest, meant, fuzzy: fuzzy && ids.length > 0 }
}
