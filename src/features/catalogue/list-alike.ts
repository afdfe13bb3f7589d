import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { ProductDetail } from '#features/catalogue/get-product.ts'

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
