import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import type { Bulk } from '#db/bulk.ts'

/** Products per statement, well within the statement timeout. */
const batch = 1000
/** Colourways that share a style. */
const colourways = 4

/**
 * Adds made-up products, for load tests and long lists. Each is determined by its number: style, category and picture of one existing product, colour of
 * another, KSh 900 to 15,000, five sizes with `stock` pairs each. Returns the range of numbers used.
 */
export async function seedProducts(
  ctx: Pick<Context, 'db' | 'actor'>,
  { count, stock }: { count: number; stock: number },
): Promise<{ first: number; last: number }> {
  requirePermission(ctx, 'run_shop')
  const first = await nextNumber(ctx)
  const last = first + count - 1
  for (let from = first; from <= last; from += batch) await add(ctx, { from, to: Math.min(from + batch - 1, last), stock })
  return { first, last }
}

/** Tables whose indexes are rebuilt where that is cheaper than updating them. */
export const shelfTables = ['products', 'product_size', 'product_images']

/** The same in a bulk transaction, where triggers are off. */
export async function seedProductsInBulk(ctx: Pick<Context, 'actor'>, bulk: Bulk, options: { count: number; stock: number }) {
  const made = await seedProducts({ ...ctx, db: bulk.db }, options)
  await bulk.db.execute(sql`
    update product_size z set stock = m.stock from (select product_size_id, sum(delta)::integer as stock from stock_movements group by 1) m
    where m.product_size_id = z.id and z.stock <> m.stock`)
  await bulk.db.execute(sql`
    update products p set size_count = z.count from (select product_id, count(*) as count from product_size group by 1) z
    where z.product_id = p.id and p.size_count <> z.count`)
  await bulk.db.execute(sql`notify shelf_changed`)
  await bulk.db.execute(sql`analyze products, product_size, product_images`)
  return made
}

async function nextNumber(ctx: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await ctx.db.execute<{ styles: number }>(
    sql`select coalesce(max(substring(style_code from '^seed-(\\d+)$')::integer) + 1, 0) as styles from products where style_code like 'seed-%'`,
  )
  return (rows[0]?.styles ?? 0) * colourways + 1
}

async function add(ctx: Pick<Context, 'db'>, { from, to, stock }: { from: number; to: number; stock: number }) {
  await ctx.db.execute(sql`
    with models as materialized (
      select row_number() over (order by p.id) - 1 as place, split_part(p.name, ', ', 1) as style, split_part(p.name, ', ', -1) as colour,
        p.category_id, i.image_url
      from products p join product_images i on i.product_id = p.id and i.is_primary
      where p.archived_at is null and p.style_code not like 'seed-%'
    ), numbered as materialized (
      select n, (n - 1) / ${colourways} as style, md5('viatu product ' || n) as hash from generate_series(${from}::integer, ${to}::integer) as n
    ), shoes as materialized (
      -- The two digits that make an address of this kind a random one (RFC 9562, version 4) are set, the rest is the hash.
      select n, numbered.style as style_number, overlay(overlay(hash placing '4' from 13) placing '8' from 17)::uuid as id,
        form.style || ', ' || dye.colour || ' ' || n as name, form.category_id, form.image_url
      from numbered
      join models form on form.place = numbered.style % (select count(*) from models)
      join models dye on dye.place = (n * 7) % (select count(*) from models)
    ), shelved as (
      insert into products (id, name, description, price, discount_percentage, category_id, style_code, created_at)
      select id, name, name || ', made up to fill the shelf. True to size.', 900 + n::bigint * 7919 % 142 * 100, case n % 5 when 0 then 10 + n % 4 * 5 else 0 end,
        category_id, 'seed-' || style_number, timestamptz '2026-09-01 06:00Z' - n * interval '1 minute'
      from shoes
    ), pictured as (
      insert into product_images (product_id, image_url, alt_text, is_primary) select id, image_url, name || ', side view', true from shoes
    ), sized as (
      insert into product_size (product_id, label, position) select id, (36 + n % 5 + place)::text, place from shoes, generate_series(0, 4) as place
      returning id
    )
    insert into stock_movements (product_size_id, delta, reason, note)
    select id, ${stock}::integer, 'opening', 'First stock' from sized where ${stock}::integer > 0`)
}
