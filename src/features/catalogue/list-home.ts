import { desc, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { writeCursor } from '#core/cursor.ts'
import { shelf } from '#db/schema.ts'
import { type ProductCard, pageSize } from '#domain/catalogue.ts'
import { maxTotal } from '#domain/limits.ts'
import { cardColumns, toBlurb, toCard } from '#features/catalogue/to-card.ts'

export interface HomeShelves {
  carousel: ProductCard[]
  featured: ProductCard[]
  /** `total` counts as far as lists do: one more means more. */
  latest: { products: ProductCard[]; next: string | null; total: number }
}

/**
 * The home page: 10 in the carousel, 5 featured, the latest with "Load more" (spec §2 and §7). Sold-out shoes appear only in Latest (decisions, Catalogue). One
 * statement; a product in several lists is one object, which the page's data holds once.
 */
export async function listHome({ db }: Pick<Context, 'db'>): Promise<HomeShelves> {
  const onTheShelf = sql`p.is_available and p.archived_at is null`
  const inStock = sql`exists (select from product_size z where z.product_id = p.id and z.stock > 0)`
  const newest = (limit: number) => sql`order by p.created_at desc, p.id desc limit ${limit}`
  const rows = await db
    .select({
      ...cardColumns,
      description: shelf.description,
      key: sql<string>`${shelf.created_at}::text`,
      inCarousel: sql<boolean>`${shelf.id} = any (listed.carousel)`,
      inFeatured: sql<boolean>`${shelf.id} = any (listed.featured)`,
      inLatest: sql<boolean>`${shelf.id} = any (listed.latest)`,
      total: sql<number>`listed.total`,
    })
    .from(
      sql`(select
        array(select p.id from products p where ${onTheShelf} and ${inStock} ${newest(10)}) as carousel,
        array(select p.id from products p where ${onTheShelf} and ${inStock} and p.is_featured ${newest(5)}) as featured,
        array(select p.id from products p where ${onTheShelf} ${newest(pageSize + 1)}) as latest,
        (select count(*)::integer from (select from products p where ${onTheShelf} limit ${maxTotal + 1}) as counted) as total
      ) as listed`,
    )
    .innerJoin(shelf, sql`${shelf.id} = any (listed.carousel || listed.featured || listed.latest)`)
    .orderBy(desc(shelf.created_at), desc(shelf.id))
  const listed = rows.map((row) => ({
    ...row,
    card: row.inCarousel || row.inFeatured ? { ...toCard(row), blurb: toBlurb(row.description) } : toCard(row),
  }))
  const latest = listed.filter(({ inLatest }) => inLatest)
  const shown = latest.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    carousel: listed.filter(({ inCarousel }) => inCarousel).map(({ card }) => card),
    featured: listed.filter(({ inFeatured }) => inFeatured).map(({ card }) => card),
    latest: {
      products: shown.map(({ card }) => card),
      next: latest.length > pageSize && last ? writeCursor([last.key, last.id]) : null,
      total: rows[0]?.total ?? 0,
    },
  }
}
