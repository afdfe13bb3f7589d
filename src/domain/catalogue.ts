/** One entry of the category menu (spec §2). `label` is the menu's short word; a page's title is `titleOf`. */
export interface MenuEntry {
  slug: string
  label: string
  children: { slug: string; label: string }[]
}

/** What the shop's categories are to lists, links and searches (features/catalogue/categories.ts). */
export interface Categories {
  /** Those that are shown, in their order. */
  menu: MenuEntry[]
  /** The slugs of the sneaker categories, hidden ones too. */
  sneakers: string[]
}

/** The page of all sneaker categories, which the 404 page links to; not a category itself (decisions, Catalogue). */
export const sneakersSlug = 'sneakers'

/** A category page's title: the label where the slug is in the menu, otherwise the slug itself, and Products without one (spec §2). */
export function categoryTitle(menu: MenuEntry[], slug: string | undefined): string {
  if (!slug) return 'Products'
  return slug === sneakersSlug ? 'Sneakers' : titleOf(menu, { slug, name: slug })
}

/**
 * The title of a category where it is shown outside the menu, and its name where the menu has not got it. Categories with the same label in two groups name
 * their group: `Unisex Sneakers for Women`.
 */
export function titleOf(menu: MenuEntry[], { slug, name }: { slug: string; name: string }): string {
  const entry = menuEntryOf(menu, slug)
  const label = entry?.children.find((child) => child.slug === slug)?.label
  if (!entry || !label) return entry?.label ?? name
  const isShared = menu.some((other) => other !== entry && other.children.some((child) => child.label === label))
  return isShared ? `${label} for ${entry.label.replace(/ Shoes$/, '')}` : label
}

/** Whether a slug is the page of a category that the shop shows. */
export function isCategory(menu: MenuEntry[], slug: string): boolean {
  return slug === sneakersSlug || menuEntryOf(menu, slug) !== null
}

/** The top category a slug belongs to, with its siblings, or null for one that the menu has not got. */
export function menuEntryOf(menu: MenuEntry[], slug: string): MenuEntry | null {
  return menu.find((entry) => entry.slug === slug || entry.children.some((child) => child.slug === slug)) ?? null
}

/** How a list may be sorted; the first is the default. Keys are used in URLs, labels on buttons. */
export const sortings = {
  newest: 'Newest',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  discount: 'Biggest discount',
} as const
export type Sorting = keyof typeof sortings

export const pageSize = 24

/** A search as a condition on products (`understand_search` and `search_match`, 0005-search.sql). */
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

/** `Size 42`; empty for the single size of a product, which has none to choose. */
export function sizeText(size: string): string {
  return size === oneSize ? '' : `Size ${size}`
}

/** `Mbio Wingu, size 42`; the name alone where there is one size. */
export function pairName({ name, size }: { name: string; size: string }): string {
  return size === oneSize ? name : `${name}, size ${size}`
}

/** The same as the subject of a sentence: `Mbio Wingu, size 42,`. */
export function pairSubject(pair: { name: string; size: string }): string {
  return pair.size === oneSize ? pair.name : `${pairName(pair)},`
}

/** A size with at most this many pairs matches the filter "low stock" of Product Management. */
export const lowStock = 2

/** The EU sizes from `from` to `to`, both included. */
export function sizeRun(from: number, to: number): string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at))
}
