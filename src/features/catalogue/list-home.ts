import { and, desc, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { productSize, products, shelf } from '#db/schema.ts'
import { type ProductCard, pageSize } from '#domain/catalogue.ts'
import { type CardRow, cardColumns, toCard } from '#features/catalogue/to-card.ts'
import type { Context } from '#features/context.ts'
import { writeCursor } from '#features/cursor.ts'

export interface HomeShelves {
  carousel: ProductCard[]
  featured: ProductCard[]
  latest: { products: ProductCard[]; next: string | null; total: number }
}

/** The home page: 10 in the carousel, 5 featured, the latest with "Load more" (spec §2 and §7). Sold-out shoes appear only in Latest (decisions, Catalogue). */
export async function listHome(ctx: Context): Promise<HomeShelves> {
  const onTheShelf = and(eq(products.is_available, true), isNull(products.archived_at))
  const inStock = exists(
    ctx.db.select({ one: sql`1` }).from(productSize).where(sql`${productSize.product_id} = ${products.id} and ${productSize.stock} > 0`),
  )
  const [carousel, featured, latest, counted] = await Promise.all([
    newest(ctx, and(onTheShelf, inStock), 10),
    newest(ctx, and(onTheShelf, inStock, eq(products.is_featured, true)), 5),
    newest(ctx, onTheShelf, pageSize + 1),
    ctx.db.select({ total: sql<number>`count(*)::integer` }).from(products).where(onTheShelf),
  ])
  const shown = latest.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    carousel: carousel.map(cardOf),
    featured: featured.map(cardOf),
    latest: {
      products: shown.map(cardOf),
      next: latest.length > pageSize && last ? writeCursor([last.key, last.id]) : null,
      total: counted[0]?.total ?? 0,
    },
  }
}

function newest(ctx: Context, condition: SQL | undefined, limit: number) {
  const ids = ctx.db.select({ id: products.id }).from(products).where(condition).orderBy(desc(products.created_at), desc(products.id)).limit(limit)
  return ctx.db
    .select({ ...cardColumns, key: sql<string>`${shelf.created_at}::text` })
    .from(shelf)
    .where(sql`${shelf.id} in ${ids}`)
    .orderBy(desc(shelf.created_at), desc(shelf.id))
}

function cardOf({ key: _, ...row }: CardRow & { key: string }): ProductCard {
  return toCard(row)
}
