import { and, type SQL, sql } from 'drizzle-orm'
import { literal } from '#core/search-text.ts'
import type { Database } from '#db/client.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { products } from '#db/schema.ts'
import { lowStock } from '#domain/catalogue.ts'
import { maxCounted, maxTotal } from '#domain/limits.ts'
import type { SearchMeaning } from '#domain/search.ts'
import { hasProduct, matching } from '#features/catalogue/product-filter.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'

export type Availability = 'available' | 'unavailable'

/** The filters of Product Management's list; every part is optional and is kept in the address. */
export interface StockFilter {
  /** Part of the name or the style code, or the beginning of an id; otherwise interpreted as in the shop's search. */
  search?: string
  /** Slug; includes its children. */
  category?: string
  /** Available means on the shelf with some size in stock, as the badge of a card says. */
  availability?: Availability
  isFeatured?: boolean
  /** Some size has at most `lowStock` pairs. */
  isLow?: boolean
}

export interface StockQuery {
  /** In SQL, on `products`. Archived products are in no list. */
  where: SQL
  /** How many are counted: what is interpreted as in the shop is counted as there, and so is a text too short for the index of parts. */
  highest: number
  /** How the shop interpreted the search, where no product contains it. */
  meant: SearchMeaning | null
  /** No product contains the search, and it says nothing about shoes: names that come near it are listed. */
  fuzzy: boolean
}

export async function stockMatching(db: Database, { search, category, availability, isFeatured, isLow }: StockFilter): Promise<StockQuery> {
  const { where: found, ...reading } = search ? await readSearch(db, search) : { where: undefined, highest: maxCounted, meant: null, fuzzy: false }
  const where = and(
    await matching(db, { category, isFeatured }),
    found,
    availability === 'available' ? sql`${products.is_available} and ${inStock}` : undefined,
    availability === 'unavailable' ? sql`${products.id} in (${outOfReach})` : undefined,
    isLow ? sql`exists (select from product_size z where z.product_id = ${products.id} and z.stock <= ${sql.raw(String(lowStock))})` : undefined,
  ) as SQL
  return { where, ...reading }
}

/** Products that contain the text itself come first; any other search is interpreted as in the shop. */
async function readSearch(db: Database, search: string): Promise<StockQuery> {
  const written = having(search)
  if (await hasProduct(db, sql`${await matching(db, {})} and ${written}`))
    return { where: written, highest: search.length < 3 ? maxTotal : maxCounted, meant: null, fuzzy: false }
  const { filter, meant } = await understandSearch({ db }, { search })
  return { where: await matching(db, filter), highest: maxTotal, meant, fuzzy: filter.match?.isNear ?? false }
}

/** Taken off the shelf, without any size, or sold out: each uses an index of its own; conditions joined by `or` would use none. */
const outOfReach = sql`
  select p.id from products p where (not p.is_available or p.size_count = 0) and p.archived_at is null
  union select z.product_id from product_size z where z.stock = 0 and not exists (select from product_size y where y.product_id = z.product_id and y.stock > 0)`
const inStock = sql`exists (select from product_size z where z.product_id = ${products.id} and z.stock > 0)`

function having(search: string): SQL {
  // A number is in few names: the index then need not compare the other parts of the text with many.
  const number = /\d{3,}/.exec(search)?.[0]
  const named = number && number !== search ? sql`(${containing(search)}) and (${containing(number)})` : containing(search)
  const ids = idsFrom(search)
  // A pattern unknown to the planner uses no index of style codes.
  return ids
    ? sql`(${named} or ${products.id} between ${ids.first}::uuid and ${ids.last}::uuid) ${withoutPreparedPlan}`
    : sql`(${named}) ${withoutPreparedPlan}`
}

function containing(text: string): SQL {
  const pattern = `%${literal(text)}%`
  return sql`${products.name} ilike ${pattern} or ${products.style_code} ilike ${pattern}`
}

/** The ids that begin with this text: the primary key has them side by side. */
function idsFrom(search: string): { first: string; last: string } | null {
  const digits = search.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{4,32}$/.test(digits) ? { first: digits.padEnd(32, '0'), last: digits.padEnd(32, 'f') } : null
}
