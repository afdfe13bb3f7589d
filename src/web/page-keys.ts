/**
 * The keys of what a cached page shows (docs/decisions/0041): a page is dropped when the database names one of its keys (`page_keys` of db/migrations/0017-page-keys.sql,
 * which makes the same texts). A list has no keys of its products: each change of a product names the lists it is or was on.
 */
export const pageKeys = {
  /** A product's own page, and every other page that is no list and shows it. */
  product: (id: string) => `product-${id.slice(0, 8)}`,
  /** The list of a category. */
  category: (slug: string) => `category-${slug}`,
  /** Every list of products that is not of one category. */
  lists: 'lists',
  /** The strip of the home page, and the help. */
  content: 'content',
}
