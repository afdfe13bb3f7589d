import { desc, inArray, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { writeCursor } from '#core/page-of.ts'
import { shelf } from '#db/schema.ts'
import { type ProductCard, pageSize } from '#domain/catalogue.ts'
import { maxTotal } from '#domain/limits.ts'
import type { ProductDetail } from '#features/catalogue/get-product.ts'
import { cardColumns, toBlurb, toCard } from '#features/catalogue/product-lists.ts'

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

/** The latest orders that decide what is popular: few enough to read for each page, however old the shop is. */
const recentOrders = 300

/** Shoes that can be bought: those that sold best in the latest paid orders, then those that the shop features, then the newest. */
export async function listPopular(ctx: Pick<Context, 'db'>, most = 6): Promise<ProductCard[]> {
  const buyable = sql`p.is_available and p.archived_at is null and exists (select from product_size z where z.product_id = p.id and z.stock > 0)`
  const newest = sql`order by p.created_at desc, p.id desc limit ${most}`
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with recent as (
      select id from orders where paid_at is not null and status <> 'cancelled' and discarded_at is null order by created_at desc, id desc limit ${recentOrders}
    ), sold as (
      select i.product_id, sum(i.quantity) as pairs from recent join order_items i on i.order_id = recent.id group by 1
    ), shown as (
      (select p.id, s.pairs, p.is_featured, p.created_at from sold s cross join lateral (select * from products where id = s.product_id offset 0) p where ${buyable} order by 2 desc, p.id limit ${most})
      union all (select p.id, 0, true, p.created_at from products p where p.is_featured and ${buyable} ${newest})
      union all (select p.id, 0, p.is_featured, p.created_at from products p where ${buyable} ${newest})
    )
    select id from shown group by id order by max(pairs) desc, bool_or(is_featured) desc, max(created_at) desc, id limit ${most}`)
  return listCards(
    ctx,
    rows.map(({ id }) => id),
  )
}

/** In the order of the ids. */
async function listCards({ db }: Pick<Context, 'db'>, ids: string[]): Promise<ProductCard[]> {
  if (ids.length === 0) return []
  const rows = await db.select(cardColumns).from(shelf).where(inArray(shelf.id, ids))
  return rows.map(toCard).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

const most = 6

/**
 * Other shoes that can be bought, nearest first: of the same category, then of the same kind (women's, men's), then the rest; within each, those of the nearest
 * price. One statement, which reads only the nearest of each category, dearer and cheaper.
 */
export async function listAlike({ db }: Context, product: Pick<ProductDetail, 'id' | 'category' | 'unit_price'>): Promise<ProductDetail['siblings']> {
  const price = sql`${product.unit_price}::numeric`
  const onSale = sql`
    p.category_id = k.id and p.archived_at is null and p.is_available and p.id <> ${product.id}
    and exists (select from product_size z where z.product_id = p.id and z.stock > 0)`
  const { rows } = await db.execute<ProductDetail['siblings'][number] & Record<string, unknown>>(sql`
    select near.id, near.name, i.image_url
    from categories k
    left join categories own on own.slug = ${product.category?.slug ?? null}
    cross join lateral (
      (select p.id, p.name, p.unit_price from products p where ${onSale} and p.unit_price >= ${price} order by p.unit_price, p.id limit ${most})
      union all
      (select p.id, p.name, p.unit_price from products p where ${onSale} and p.unit_price < ${price} order by p.unit_price desc, p.id desc limit ${most})
    ) near
    left join product_images i on i.product_id = near.id and i.is_primary
    order by case when k.id = own.id then 0 when k.parent_id = own.parent_id or k.parent_id = own.id or k.id = own.parent_id then 1 else 2 end,
      abs(near.unit_price - ${price}), near.id
    limit ${most}`)
  return rows
}
