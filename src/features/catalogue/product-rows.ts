import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { isUuid } from '#core/page-of.ts'
import { instant, isoText, readAs } from '#core/select-of.ts'
import { shelf } from '#db/schema.ts'
import { Problem } from '#domain/problem.ts'

/** A row of the table `products` (spec §3). */
export const productRow = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  price: z.number().meta({ description: 'KSh before discount' }),
  unit_price: z.number().meta({ description: 'KSh for one pair: after discount, whole shillings' }),
  discount_percentage: z.int(),
  stock: z.int().meta({ description: 'Pairs of all sizes' }),
  product_sizes: z.array(z.object({ label: z.string(), stock: z.int() })),
  category_id: z.uuid().nullable(),
  category: z.object({ name: z.string(), slug: z.string() }).nullable(),
  is_featured: z.boolean(),
  is_available: z.boolean().meta({ description: 'The switch; a pair can be bought when it is on and there is stock' }),
  style_code: z.string().nullable(),
  image_url: z.string().nullable().meta({ description: 'The primary picture' }),
  created_at: instant,
})
export type ProductRow = z.infer<typeof productRow>

/** The example in the API's document. */
export const exampleProduct: ProductRow = {
  id: '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c',
  name: 'Mbio Wingu, sky',
  description: 'Light runner with a knitted upper.',
  price: 4500,
  unit_price: 3825,
  discount_percentage: 15,
  stock: 9,
  product_sizes: [
    { label: '41', stock: 4 },
    { label: '42', stock: 5 },
  ],
  category_id: '0b0f9a53-0a4e-4c6e-8a51-6f2f1d3c7e10',
  category: { name: 'Casual', slug: 'casual' },
  is_featured: true,
  is_available: true,
  style_code: 'mbio-wingu',
  image_url: '/files/product-images/products/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c_0_1763680000000.webp',
  created_at: '2026-11-20T21:00:00.000Z',
}

/** Its columns, for `select(rowColumns).from(shelf)`: as the API and the panel have them. */
export const rowColumns = {
  id: shelf.id,
  name: shelf.name,
  description: shelf.description,
  price: sql<number>`${readAs(sql`${shelf.price}`, 'number')}`,
  unit_price: sql<number>`${readAs(sql`${shelf.unit_price}`, 'number')}`,
  discount_percentage: shelf.discount_percentage,
  stock: shelf.stock,
  product_sizes: shelf.sizes,
  category_id: shelf.category_id,
  category: sql<ProductRow['category']>`(
    select json_build_object('name', c.name, 'slug', c.slug) from categories c where c.id = ${shelf.category_id})`,
  is_featured: shelf.is_featured,
  is_available: shelf.is_available,
  style_code: shelf.style_code,
  image_url: shelf.image_url,
  created_at: sql<string>`${isoText(sql`${shelf.created_at}`)}`,
}

/** One row of the table `products`. Problem `product_not_found`, also for an archived one. */
export async function getProductRow(ctx: Pick<Context, 'db'>, id: string): Promise<ProductRow> {
  if (!isUuid(id)) throw new Problem('product_not_found')
  const [row] = await ctx.db
    .select(rowColumns)
    .from(shelf)
    .where(and(eq(shelf.id, id), isNull(shelf.archived_at)))
  if (!row) throw new Problem('product_not_found')
  return row
}
