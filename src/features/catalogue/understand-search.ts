import { count } from 'drizzle-orm'
import { products } from '#db/schema.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { meaningOf, type SearchMeaning } from '#domain/search.ts'
import { matching } from '#features/catalogue/product-filter.ts'
import type { Context } from '#features/context.ts'

export interface UnderstoodSearch {
  /** What to list and to count. */
  filter: ProductFilter
  /** Set where the search was read as kinds of shoes or a size, because no name has it. */
  meant: SearchMeaning | null
}

/** Names come first: only a search that no name on the shelf has is read as what its words say. A size that was chosen stands above one in the search. */
export async function understandSearch({ db }: Context, filter: ProductFilter): Promise<UnderstoodSearch> {
  const meaning = filter.search ? meaningOf(filter.search) : null
  if (!meaning) return { filter, meant: null }
  const [named] = await db
    .select({ total: count() })
    .from(products)
    .where(matching(db, { search: filter.search }))
  if (named && named.total > 0) return { filter, meant: null }
  const size = filter.size ?? meaning.size
  const kinds = meaning.categories.length > 0 ? meaning.categories.map(({ slug }) => slug) : undefined
  return { filter: { ...filter, search: undefined, size, kinds }, meant: { ...meaning, size } }
}
