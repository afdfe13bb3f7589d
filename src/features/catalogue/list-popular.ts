import { inArray, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { shelf } from '#db/schema.ts'
import type { ProductCard } from '#domain/catalogue.ts'
import { cardColumns, toCard } from '#features/catalogue/to-card.ts'

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
