import { and, desc, inArray, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { products, shelf } from '#db/schema.ts'
import { mostCounted } from '#domain/catalogue.ts'
import { type ProductRow, rowColumns, toProductRow } from '#features/catalogue/product-row.ts'
import { type StockFilter, stockMatching } from '#features/catalogue/stock-filter.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { behind, type Paging, pageOf, pageSize } from '#features/page-of.ts'

export interface StockPage {
  data: ProductRow[]
  next: string | null
  /** How many match, where the page is the first: up to one more than `mostCounted`, which stands for more. */
  total: number | null
}

/** A page of Product Management, newest first, also what is off the shelf. Problems: forbidden, malformed for a cursor that is not ours. */
export async function listStock(ctx: Context, filter: StockFilter & Paging): Promise<StockPage> {
  requireAdmin(ctx)
  const { db } = ctx
  const size = pageSize(filter)
  const isFirst = !filter.cursor
  // Counted and listed by one search: it may have to look at the whole shelf.
  const found = await seeingWords(db, filter.search, (tx) =>
    tx
      .select({ id: products.id })
      .from(products)
      .where(and(stockMatching(tx, filter), isFirst ? undefined : behind(filter, sql`${products.created_at}`, sql`${products.id}`)))
      .orderBy(desc(products.created_at), desc(products.id))
      .limit(isFirst ? Math.max(size, mostCounted) + 1 : size + 1),
  )
  const ids = found.slice(0, size + 1).map(({ id }) => id)
  const rows = await db
    .select({ ...rowColumns, key: sql<string>`${shelf.created_at}::text` })
    .from(shelf)
    .where(ids.length > 0 ? inArray(shelf.id, ids) : sql`false`)
    .orderBy(desc(shelf.created_at), desc(shelf.id))
  const page = pageOf(
    rows.map(({ key, ...row }) => ({ row: toProductRow(row), key: [key, row.id] as [string, string] })),
    size,
  )
  return { ...page, total: isFirst ? found.length : null }
}

/** A plan that is made once for any words reads the whole shelf for rare ones (180 ms of 100,000 products, 7 ms so): a search is planned for its own. */
async function seeingWords<T>(db: Database, search: string | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  if (!search) return work(db)
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_custom_plan`)
    return work(tx)
  })
}
