/** One entry of the category menu (spec §2). `label` is the menu's short word, `title` the page's. */
export interface MenuEntry {
  slug: string
  label: string
  children: { slug: string; label: string }[]
}

export const categoryMenu: MenuEntry[] = [
  {
    slug: 'women-shoes',
    label: 'Women Shoes',
    children: [
      { slug: 'sandals', label: 'Sandals' },
      { slug: 'women-sneakers', label: 'Sneakers' },
      { slug: 'heels', label: 'Heels' },
      { slug: 'flats', label: 'Flats' },
      { slug: 'women-unisex-sneakers', label: 'Unisex Sneakers' },
    ],
  },
  {
    slug: 'men-shoes',
    label: 'Men Shoes',
    children: [
      { slug: 'jordans', label: 'Jordans' },
      { slug: 'nike', label: 'Nike' },
      { slug: 'loafers', label: 'Loafers' },
      { slug: 'casual', label: 'Casual' },
      { slug: 'men-unisex-sneakers', label: 'Unisex Sneakers' },
    ],
  },
  { slug: 'unisex-shoes', label: 'Unisex Shoes', children: [] },
]

/** The page of all sneaker categories, which the 404 page links to; not a category itself (decisions, Catalogue). */
export const sneakersSlug = 'sneakers'
export const sneakerSlugs = ['women-sneakers', 'women-unisex-sneakers', 'men-unisex-sneakers', 'jordans', 'nike']

/**
 * A category page's title: the label where the slug is known, otherwise the slug itself, and Products without one (spec §2). Categories with the same
 * label in two groups name their group: `Unisex Sneakers for Women`.
 */
export function categoryTitle(slug: string | undefined): string {
  if (!slug) return 'Products'
  if (slug === sneakersSlug) return 'Sneakers'
  return titles.get(slug) ?? slug
}

/** The title of a category where it is shown outside the menu. */
export function titleOf({ slug, name }: { slug: string; name: string }): string {
  return titles.get(slug) ?? name
}

/** Whether a slug is a category of the shop. */
export function isCategory(slug: string): boolean {
  return slug === sneakersSlug || titles.has(slug)
}

/** The top category a slug belongs to, with its siblings, or null for an unknown slug. */
export function menuEntryOf(slug: string): MenuEntry | null {
  return categoryMenu.find((entry) => entry.slug === slug || entry.children.some((child) => child.slug === slug)) ?? null
}

const labels = categoryMenu.flatMap(({ children }) => children.map(({ label }) => label))
const titles = new Map(
  categoryMenu.flatMap((entry) => [
    [entry.slug, entry.label] as const,
    ...entry.children.map(({ slug, label }) => {
      const isShared = labels.indexOf(label) !== labels.lastIndexOf(label)
      return [slug, isShared ? `${label} for ${entry.label.replace(/ Shoes$/, '')}` : label] as const
    }),
  ]),
)

/** How a list may be sorted; the first is the default. Keys are used in URLs, labels on buttons. */
export const sortings = {
  newest: 'Newest',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  discount: 'Biggest discount',
} as const
export type Sorting = keyof typeof sortings

export const pageSize = 24

/** A search as a condition on products (`read_search` and `search_condition`, 0015-quick-search.sql). */
export interface SearchMatch {
  /** Texts of PostgreSQL's type `tsquery`, which must all match. */
  words?: string[]
  /** Any of these EU labels in stock. */
  sizes?: string[]
  onOffer?: boolean
  forKids?: boolean
  /** The words only come near the search. */
  isNear?: true
}

/** The filters of a product list, all optional. */
export interface ProductFilter {
  category?: string
  /** Categories (slugs) that the search means; products in any of them are listed as well. */
  kinds?: string[]
  search?: string
  /** What the search means, in place of its text. */
  match?: SearchMatch
  /** EU size label that must be in stock. */
  size?: string
  /** KSh, after discount, inclusive. */
  minPrice?: number
  maxPrice?: number
  isFeatured?: boolean
  /** The column `is_available`, whatever the stock. */
  isAvailable?: boolean
  sort?: Sorting
}

export interface SizeStock {
  label: string
  stock: number
}

/** A product as a card shows it. Prices in KSh; `unit_price` is after discount. */
export interface ProductCard {
  id: string
  name: string
  /** The first sentence of its description, for large cards. */
  blurb?: string
  price: number
  unit_price: number
  discount_percentage: number
  image_url: string | null
  /** On the shelf and some size in stock. */
  is_available: boolean
  sizes: SizeStock[]
}

export interface ProductPicture {
  image_url: string
  alt_text: string
  is_primary: boolean
}

/** `36–41`, `One size`, or a list where the sizes are not numbers. */
export function sizeRange(sizes: SizeStock[]): string {
  const first = sizes.at(0)
  const last = sizes.at(-1)
  if (!first || !last) return ''
  return first === last ? first.label : `${first.label}–${last.label}`
}

/** The single size of a product saved with a plain stock number (decisions, Sizes and stock). */
export const oneSize = 'One size'

/** A size with at most this many pairs matches the filter "low stock" of Product Management. */
export const lowStock = 2

/** The EU sizes from `from` to `to`, both included. */
export function sizeRun(from: number, to: number): string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at))
}
