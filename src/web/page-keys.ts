/**
 * The keys of what a cached page shows (docs/decisions/0041): a page is dropped when the database names one of its keys (db/migrations/0017-page-keys.sql: `page_keys`,
 * `notify_content_changed`, which make the same texts). A list has no keys of its products: each change of a product names the lists it is or was on.
 */
export const pageKeys = {
  /** A product's own page, and every other page that is no list and shows it. */
  product: (id: string) => `product-${id.slice(0, 8)}`,
  /** The list of a category; of one that cannot be, as addresses may name, any list's: it would be no header. */
  category: (slug: string) => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? `category-${slug}` : 'lists'),
  /** Every list of products that is not of one category. */
  lists: 'lists',
  /** The strip of the home page, and the help. */
  content: 'content',
  /** Fees and days of delivery (db/migrations/0033-order-delivery.sql: `notify_delivery_changed`). */
  delivery: 'delivery',
}
