import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type Cents, toShillings } from '#domain/money.ts'

export interface NewProduct {
  id: string
  name: string
  description: string
  price: Cents
  discountPercentage: number
  categorySlug: string
  styleCode: string
  isFeatured: boolean
  createdAt: string
  sizes: { label: string; stock: number }[]
  images: { url: string; alt: string }[]
}

/**
 * Puts a whole catalogue into a shop that never had a product, in one transaction: the demo's first start. In any other shop it answers false and changes
 * nothing.
 */
export async function stockShelf(ctx: Pick<Context, 'db'>, products: NewProduct[]): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    // Two processes may start at once; the second finds the products already there.
    await tx.execute(sql`select pg_advisory_xact_lock(7214005)`)
    const { rows } = await tx.execute(sql`select from products union all select from audit_log where table_name = 'products' limit 1`)
    if (rows.length > 0) return false
    await tx.execute(sql`
      insert into products (id, name, description, price, discount_percentage, category_id, style_code, is_featured, created_at)
      select p.id, p.name, p.description, p.price, p."discountPercentage", (select c.id from categories c where c.slug = p."categorySlug"), p."styleCode", p."isFeatured", p."createdAt"
      from jsonb_to_recordset(${JSON.stringify(products.map((each) => ({ ...each, price: toShillings(each.price) })))}::jsonb)
        as p(id uuid, name text, description text, price numeric, "discountPercentage" integer, "categorySlug" text, "styleCode" text, "isFeatured" boolean, "createdAt" timestamptz)`)
    await tx.execute(sql`
      insert into product_images (product_id, image_url, alt_text, display_order, is_primary)
      select i.product_id, i.url, i.alt, i.place, i.place = 0
      from jsonb_to_recordset(${JSON.stringify(products.flatMap((each) => each.images.map((image, place) => ({ product_id: each.id, place, ...image }))))}::jsonb)
        as i(product_id uuid, url text, alt text, place integer)`)
    const sizes = JSON.stringify(products.flatMap((each) => each.sizes.map((size, position) => ({ product_id: each.id, position, ...size }))))
    await tx.execute(sql`
      with made as (
        insert into product_size (product_id, label, position)
        select product_id, label, position from jsonb_to_recordset(${sizes}::jsonb) as z(product_id uuid, label text, position integer)
        returning id, product_id, label
      )
      insert into stock_movements (product_size_id, delta, reason, note)
      select made.id, z.stock, 'opening', 'First stock' from made
      join jsonb_to_recordset(${sizes}::jsonb) as z(product_id uuid, label text, stock integer) using (product_id, label) where z.stock > 0`)
    return true
  })
}
