import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { idempotentId, sameAsBefore } from '#core/idempotent-create.ts'
import { optionalWords, parseInput, shillings, words } from '#core/input.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { isUuid } from '#core/page-of.ts'
import { writeAudit, writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { products } from '#db/schema.ts'
import { oneSize } from '#domain/catalogue.ts'
import { formatShillings, fromShillings } from '#domain/money.ts'
import { maxProductPrice, minPriceMessage, minProductPrice, priceRefusal } from '#domain/pricing.ts'
import { Problem } from '#domain/problem.ts'
import { refusingUnknownCategory } from '#features/catalogue/categories.ts'
import { getProductRow, type ProductRow } from '#features/catalogue/product-rows.ts'
import { setPlainStock, setSizes } from '#features/catalogue/stock.ts'

const pairs = z
  .int('Enter a whole number of pairs.')
  .min(0, 'Enter 0 or more pairs.')
  .max(100_000, 'Enter at most 100,000 pairs.')
  .meta({ description: 'Pairs' })
const flag = z.boolean('Write true or false.')
const discount = 'Enter a whole discount from 0 to 99.'
const label = words('Enter the size.', 20).meta({ description: 'EU size label', example: '42' })

const columns = {
  name: words('Enter a name.', 200).meta({ example: 'Mbio Wingu' }),
  description: optionalWords(5000),
  price: shillings
    .min(minProductPrice, minPriceMessage)
    .max(maxProductPrice, `Enter at most ${formatShillings(maxProductPrice)}.`)
    .meta({ description: 'KSh before discount, 1 or more, at most 2 decimals', example: 4500 }),
  category_id: z.uuid("We don't know this category.").nullable(),
  is_featured: flag.meta({ description: 'Stands among the featured ones of the home page' }),
  discount_percentage: z.int(discount).min(0, discount).max(99, discount),
  is_available: flag.meta({ description: 'False takes it off the shelf' }),
  style_code: words('Enter the style, or null.', 60).nullable().meta({ description: 'Colourways of one style share it and link to each other' }),
}

/** The columns of `products` that people write, in forms, in files and through the API. */
export const writtenColumns = Object.keys(columns) as (keyof typeof columns)[]
/** Price in KSh. */
export type WrittenColumns = z.output<z.ZodObject<typeof columns>>

const eachOnce = (sizes: { label: string }[]) => new Set(sizes.map((size) => size.label)).size === sizes.length
const twice = 'Name each size once.'

/** The price after the discount must be one that M-Pesa can charge as well (domain/pricing.ts). */
function refuseUnsellable({ price, discount_percentage }: { price: number; discount_percentage: number }): void {
  const refusal = priceRefusal(fromShillings(price), discount_percentage)
  if (refusal) throw new Problem('bad_input', { fields: { [refusal.field]: refusal.message } })
}

/** A new product: with sizes, or with a plain `stock`, which becomes the single size "One size". A plain save puts it on the shelf (spec §4, Other). */
export const newProduct = z.object({
  ...columns,
  description: columns.description.default(''),
  category_id: columns.category_id.default(null),
  is_featured: columns.is_featured.default(false),
  discount_percentage: columns.discount_percentage.default(0),
  is_available: columns.is_available.default(true),
  style_code: columns.style_code.default(null),
  stock: pairs.optional(),
  sizes: z
    .array(z.object({ label, stock: pairs }))
    .max(60, 'A product has at most 60 sizes.')
    .refine(eachOnce, twice)
    .optional(),
})

const sizeChange = z
  .object({
    label,
    stock: pairs.optional(),
    seen: pairs.nullish().meta({ description: 'The stock that the form showed; for a size that is there already' }),
    remove: flag.optional().meta({ description: 'Takes the size away; one that orders refer to stays, sold out' }),
  })
  .refine(({ stock, remove }) => stock !== undefined || remove, { message: 'Enter the stock of this size.', path: ['stock'] })

/** What may change of a product. Sizes that the request does not name stay as they are; when it names all, the list sets their order. */
export const productChanges = z.object({
  ...z.object(columns).partial().shape,
  stock: pairs.optional(),
  stock_seen: pairs
    .optional()
    .meta({ description: 'The stock that the form showed; refused when it has moved since. Without it, the stock as the request arrives' }),
  sizes: z.array(sizeChange).max(60, 'A product has at most 60 sizes.').refine(eachOnce, twice).optional(),
})

/** Puts a product on the shelf (spec §5, Product form), once for each key of a form. */
export async function createProduct(ctx: Context, sent: unknown, key?: string): Promise<ProductRow> {
  requirePermission(ctx, 'sell')
  const { stock, sizes = [], price, ...columns } = parseInput(newProduct, sent)
  refuseUnsellable({ ...columns, price })
  if (stock !== undefined && sizes.length > 0) throw new Problem('stock_has_sizes')
  if (stock === undefined && sizes.length === 0) throw new Problem('bad_input', { fields: { stock: 'Enter the stock.' } })
  return refusingUnknownCategory(() =>
    ctx.db.transaction(async (tx) => {
      const id = idempotentId(ctx, 'products', key)
      const made = await tx
        .insert(products)
        .values({ ...columns, id, price: fromShillings(price), created_at: ctx.now })
        .onConflictDoNothing({ target: products.id })
        .returning({ id: products.id })
      if (made.length === 0) return sameAsBefore(await getProductRow({ db: tx }, id), { ...columns, price })
      await setSizes(tx, ctx, id, sizes.length > 0 ? sizes : [{ label: oneSize, stock }], 'opening')
      const row = await getProductRow({ db: tx }, id)
      await writeAudit(tx, ctx, { action: 'product created', table: 'products', id, after: row })
      return row
    }),
  )
}

/** Changes the given fields of a product, all or nothing. Where the request comes from a form, compares the product with what the form showed. */
export async function changeProduct(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<ProductRow> {
  requirePermission(ctx, 'sell')
  const { stock, stock_seen, sizes = [], price, ...columns } = parseInput(productChanges, sent)
  if (stock !== undefined && sizes.length > 0) throw new Problem('stock_has_sizes')
  // A client that sends `stock` alone (spec §7) is compared with the stock as its request arrives; movements after that are not overwritten.
  const seen = stock_seen ?? (stock === undefined ? 0 : (await getProductRow(ctx, id)).stock)
  const changes = { ...columns, ...(price !== undefined && { price: fromShillings(price) }) }
  return refusingUnknownCategory(() =>
    ctx.db.transaction(async (tx) => {
      await lockProduct(tx, id)
      const before = await getProductRow({ db: tx }, id)
      const said = { ...columns, ...(price !== undefined && { price }) }
      requireUnchanged(before, said, snapshot)
      refuseUnsellable({ ...before, ...said })
      if (Object.keys(changes).length > 0) await tx.update(products).set(changes).where(eq(products.id, id))
      if (stock !== undefined) await setPlainStock(tx, ctx, id, stock, seen)
      if (sizes.length > 0) await setSizes(tx, ctx, id, sizes, 'manual')
      const after = await getProductRow({ db: tx }, id)
      await writeChange(tx, ctx, { action: 'product changed', table: 'products', id, before, after })
      return after
    }),
  )
}

/** Deletes a product for good. A product that orders refer to is archived: lines keep name, size, price and picture (decisions, Catalogue). */
export async function deleteProduct(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'sell')
  await ctx.db.transaction(async (tx) => {
    await lockWholeProduct(tx, id)
    const before = await getProductRow({ db: tx }, id)
    const { rows: sold } = await tx.execute(sql`select from order_items where product_id = ${id} limit 1`)
    if (sold.length > 0) {
      await tx.execute(sql`update products set archived_at = ${ctx.now} where id = ${id}`)
      // Files that no order shows go as well (features/files/remove-files.ts).
      await tx.execute(sql`delete from product_images where product_id = ${id}`)
    } else await tx.execute(sql`delete from products where id = ${id}`)
    await writeAudit(tx, ctx, { action: sold.length > 0 ? 'product archived' : 'product deleted', table: 'products', id, before })
  })
}

/**
 * Locks a product until the transaction ends, so that two admins change it one after the other; orders are not blocked. Problem `product_not_found`, also for
 * an archived one.
 */
export async function lockProduct(tx: Database, id: string): Promise<void> {
  const { rows } = isUuid(id) ? await tx.execute(sql`select from products where id = ${id} and archived_at is null for no key update`) : { rows: [] }
  if (rows.length === 0) throw new Problem('product_not_found')
}

/**
 * The same for deleting the product: orders wait. It locks the product first against other admins, as every change does, then its sizes, and last the product
 * against orders: in this order no two transactions deadlock.
 */
async function lockWholeProduct(tx: Database, id: string): Promise<void> {
  await lockProduct(tx, id)
  await tx.execute(sql`select from product_size where product_id = ${id} order by id for update`)
  await tx.execute(sql`select from products where id = ${id} for update`)
}
