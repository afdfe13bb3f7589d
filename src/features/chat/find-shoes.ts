import { and, asc, count, desc, exists, gt, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { productSize, products, shelf } from '#db/schema.ts'
import { chatLimits, type ReplyProduct } from '#domain/assistant.ts'
import type { ShoeWish } from '#domain/shoe-wish.ts'
import { audiences, colours as colourTable, largestKidsSize, type ShoeKind } from '#domain/shoe-words.ts'
import { cardColumns, toCard } from '#features/catalogue/product-card.ts'
import { categoryIds, matching } from '#features/catalogue/product-filter.ts'
import { wordsOfName } from '#features/chat/read-shoes.ts'
import { toReplyProduct } from '#features/chat/reply-card.ts'
import type { Context } from '#features/context.ts'
import { literal } from '#features/search-text.ts'

export interface FoundShoes {
  /** At most six, as the wish sorts them. */
  products: ReplyProduct[]
  total: number
}

/**
 * What is on the shelf of what somebody looks for: in stock, in one of the sizes if any are named, and all of the rest at once. Where no name has a
 * colour, its shades are meant. `soldOut` also finds what is not to be had.
 */
export async function findShoes(ctx: Pick<Context, 'db'>, wish: ShoeWish, { soldOut = false } = {}): Promise<FoundShoes> {
  const { where, total } = await countShoes(ctx, wish, soldOut)
  return { products: total > 0 ? await cards(ctx, wish, where) : [], total }
}

async function countShoes({ db }: Pick<Context, 'db'>, wish: ShoeWish, soldOut: boolean): Promise<{ where: SQL | undefined; total: number }> {
  for (const hue of huesOf(wish.colours)) {
    const where = and(...conditions(db, wish, soldOut), hue)
    const [counted] = await db.select({ total: count() }).from(products).where(where)
    if (counted && counted.total > 0) return { where, total: counted.total }
  }
  return { where: sql`false`, total: 0 }
}

/** Labels that are in stock among what a wish finds when its own sizes are left out. */
export async function sizesAmong(ctx: Pick<Context, 'db'>, wish: ShoeWish): Promise<string[]> {
  const { where } = await countShoes(ctx, { ...wish, sizes: [] }, false)
  const rows = await ctx.db
    .selectDistinct({ label: productSize.label })
    .from(productSize)
    .where(and(gt(productSize.stock, 0), inArray(productSize.product_id, ctx.db.select({ id: products.id }).from(products).where(where))))
  return rows.map(({ label }) => label)
}

async function cards({ db }: Pick<Context, 'db'>, wish: ShoeWish, where: SQL | undefined): Promise<ReplyProduct[]> {
  const { key, shown } = orders[wish.sort ?? 'newest']
  const ids = db.select({ id: products.id }).from(products).where(where).orderBy(key, desc(products.id)).limit(chatLimits.products)
  const rows = await db.select(cardColumns).from(shelf).where(inArray(shelf.id, ids)).orderBy(shown, desc(shelf.id))
  return rows.map((row) => toReplyProduct(toCard(row)))
}

const orders = {
  newest: { key: desc(products.created_at), shown: desc(shelf.created_at) },
  'price-low': { key: asc(products.unit_price), shown: asc(shelf.unit_price) },
  'price-high': { key: desc(products.unit_price), shown: desc(shelf.unit_price) },
  discount: { key: desc(products.discount_percentage), shown: desc(shelf.discount_percentage) },
}

function conditions(db: Context['db'], wish: ShoeWish, soldOut: boolean): (SQL | undefined)[] {
  const { kinds, audience, sizes, minPrice, maxPrice, names, said, onOffer } = wish
  const inStock = db
    .select({ one: sql`1` })
    .from(productSize)
    .where(
      and(
        sql`${productSize.product_id} = ${products.id} and ${productSize.stock} > 0`,
        sizes.length > 0 ? inArray(productSize.label, sizes) : undefined,
      ),
    )
  return [
    matching(db, { minPrice, maxPrice, ...(!soldOut && { isAvailable: true }) }),
    soldOut ? undefined : exists(inStock),
    ...kinds.map((group) => or(...group.map((kind) => isOfKind(db, kind)))),
    audience && audience !== 'kids' ? inArray(products.category_id, categoryIds(db, [...audiences[audience].slugs])) : undefined,
    audience === 'kids' ? isForKids : undefined,
    ...names.map((word) => hasWord(word)),
    ...said.map((word) => or(hasWord(word), ilike(products.description, holding(word)))),
    onOffer ? gt(products.discount_percentage, 0) : undefined,
  ]
}

function isOfKind(db: Context['db'], { slugs, names }: ShoeKind): SQL | undefined {
  return or(slugs.length > 0 ? inArray(products.category_id, categoryIds(db, slugs)) : undefined, ...names.map(hasWord))
}

const isForKids = sql`exists (select from product_size z where z.product_id = ${products.id} and z.label ~ '^[0-9]{2}$' and z.label::integer <= ${largestKidsSize})`

/** Some word of the name begins so; the first half is what the index of names answers. */
function hasWord(word: string): SQL {
  return sql`(${products.name} ilike ${`%${literal(word).replace(' ', '%')}%`} and ${wordsOfName} like ${`% ${literal(word)}%`})`
}

function holding(word: string): string {
  return `%${literal(word)}%`
}

/** The ways to look for colours, in the order in which they are tried. */
function huesOf(colours: string[]): (SQL | undefined)[] {
  if (colours.length === 0) return [undefined]
  const shades = colours.flatMap((colour) => (Object.hasOwn(colourTable, colour) ? (colourTable[colour]?.shades ?? []) : []))
  return [or(...colours.map(hasWord)), ...(shades.length > 0 ? [or(...shades.map(hasWord))] : [])]
}
