import { and, desc, inArray, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { products, shelf } from '#db/schema.ts'
import { maxCounted } from '#domain/counting.ts'
import type { SearchMeaning } from '#domain/search.ts'
import { type ProductRow, rowColumns, toProductRow } from '#features/catalogue/product-row.ts'
import { type StockFilter, stockMatching } from '#features/catalogue/stock-filter.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { behind, type Paging, pageOf, pageSize } from '#features/page-of.ts'

export interface StockPage {
  data: ProductRow[]
  next: string | null
  /** How many match, on the first page only: up to `maxCounted` plus one, which means more. */
  total: number | null
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
  const isFirst = !filter.cursor
  // One search both counts and lists: it may have to read the whole catalogue.
  const { found, meant, fuzzy } = await seeingWords(db, filter.search, async (tx) => {
    const { where, ...reading } = await stockMatching(tx, filter)
    const counted = tx
      .select({ id: products.id, created_at: products.created_at })
      .from(products)
      .where(and(where, isFirst ? undefined : behind(filter, sql`${products.created_at}`, sql`${products.id}`)))
      .orderBy(desc(products.created_at), desc(products.id))
      .limit(isFirst ? maxCounted + 1 : size + 1)
      .as('counted')
    const found = await tx
      .select({ id: counted.id, total: sql<number>`count(*) over ()::integer` })
      .from(counted)
      .orderBy(desc(counted.created_at), desc(counted.id))
      .limit(size + 1)
    return { found, ...reading }
  })
  const ids = found.map(({ id }) => id)
  const rows = await db
    .select({ ...rowColumns, key: sql<string>`${shelf.created_at}::text` })
    .from(shelf)
    .where(ids.length > 0 ? inArray(shelf.id, ids) : sql`false`)
    .orderBy(desc(shelf.created_at), desc(shelf.id))
  const page = pageOf(
    rows.map(({ key, ...row }) => ({ row: toProductRow(row), key: [key, row.id] as [string, string] })),
    size,
  )
  return { ...page, total: isFirst ? (found[0]?.total ?? 0) : null, meant, fuzzy: fuzzy && found.length > 0 }
}

/** A plan made once for any words reads the whole catalogue for rare ones (180 ms of 100,000 products); a plan made for this search takes 7 ms. */
async function seeingWords<T>(db: Database, search: string | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  if (!search) return work(db)
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_custom_plan`)
    return work(tx)
  })
}
