import { and, exists, gt, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { productSize, products } from '#db/schema.ts'
import { withoutPreparedPlan } from '#db/without-prepared-plan.ts'
import type { SearchQuery } from '#domain/search-query.ts'
import { audiences, colours as colourTable, largestKidsSize, type ShoeKind } from '#domain/shoe-words.ts'
import { categoryIds, ofCategories } from '#features/catalogue/categories.ts'
import { literal } from '#features/search-text.ts'

/**
 * What a query means in SQL, on `products`, without its prices; with several sizes, one of them in stock is enough. `hues` are the words of names that mean its
 * colours.
 */
export function matchesQuery(db: Database, { kinds, audience, sizes, names, said, onOffer }: SearchQuery, hues: string[]): SQL | undefined {
  return and(
    sizes.length > 0 ? exists(inStock(db, sizes)) : undefined,
    ...kinds.map((group) => or(...group.map((kind) => isOfKind(db, kind)))),
    audience && audience !== 'kids' ? inArray(products.category_id, categoryIds(db, [...audiences[audience].slugs])) : undefined,
    audience === 'kids' ? isForKids : undefined,
    ...names.map((word) => hasWord(word)),
    ...said.map((word) => or(hasWord(word), ilike(products.description, `%${literal(word)}%`))),
    onOffer ? gt(products.discount_percentage, 0) : undefined,
    hues.length > 0 ? or(...hues.map((word) => hasWord(word))) : undefined,
  )
}

/** Sizes in stock, of the given labels or of any, of the product that the query is about. */
export function inStock(db: Database, labels: string[] = []) {
  return db
    .select({ one: sql`1` })
    .from(productSize)
    .where(
      and(
        sql`${productSize.product_id} = ${products.id} and ${productSize.stock} > 0`,
        labels.length > 0 ? inArray(productSize.label, labels) : undefined,
      ),
    )
}

/** The ways to look for colours, in the order in which they are tried: by their own names, then by those of their shades. */
export function huesOf(colours: string[]): string[][] {
  const shades = colours.flatMap((colour) => (Object.hasOwn(colourTable, colour) ? (colourTable[colour]?.shades ?? []) : []))
  return shades.length > 0 ? [colours, shades] : [colours]
}

function isOfKind(db: Database, { slugs, names }: ShoeKind): SQL | undefined {
  return or(slugs.length > 0 ? ofCategories(db, slugs) : undefined, ...names.map((word) => hasWord(word)))
}

const isForKids = sql`exists (select from product_size z where z.product_id = ${products.id} and z.label ~ '^[0-9]{2}$' and z.label::integer <= ${largestKidsSize})`

/**
 * Some word of the name or the style code begins with this word. A word of fewer than three letters must match whole: as a beginning it would match everywhere.
 */
export function hasWord(word: string, words: typeof products.name_words | typeof products.style_words = products.name_words): SQL {
  return sql`${words} like ${`% ${literal(word)}${word.length < 3 ? ' %' : '%'}`} ${withoutPreparedPlan}`
}
