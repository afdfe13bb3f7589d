import { categoryMenu, type Sorting, sneakerSlugs, sneakersSlug } from '#domain/catalogue.ts'
import { formatList } from '#domain/describe-query.ts'

export interface NamedCategory {
  slug: string
  label: string
}

/** The meaning of a search whose words all name categories, a size or a price. */
export interface SearchMeaning {
  /** Any of these; empty for all products. */
  categories: NamedCategory[]
  /** EU size label. */
  size?: string
  /** KSh. */
  minPrice?: number
  maxPrice?: number
  sort?: Sorting
  /** The whole query in words, where it has more conditions: `black loafers up to KSh 4,000`. */
  words?: string
}

/** A word that a product must have for an exact match, and the slugs of the categories that it names (`read_search`, 0015-quick-search.sql). */
export interface SearchWord {
  word: string
  categories: string[]
  /** A name or a style code has it. */
  isSaid: boolean
}

/** `black loafers up to KSh 4,000`, `Sandals and Heels with size 38 in stock`, `all shoes`. */
export function describeMeaning({ categories, size, words }: SearchMeaning): string {
  if (words) return words
  return `${formatList(categories.map(({ label }) => label)) || 'all shoes'}${size ? ` with size ${size} in stock` : ''}`
}

/**
 * `women sneakers`, `viatu`, `size 42`, `nike 43`: a search whose every word names a kind of shoe or one EU size (30 to 46), or null.
 * A category matches when each word names it or its parent in the menu.
 */
export function meaningOf(words: SearchWord[]): SearchMeaning | null {
  const sizes = words.filter(isSize)
  const kinds = words.filter((word) => !isSize(word))
  const meant = shelves.filter(({ slug, parent }) => kinds.every(({ categories }) => categories.includes(slug) || categories.includes(parent ?? '')))
  if (words.length === 0 || sizes.length > 1 || meant.length === 0) return null
  return { categories: namesOf(meant), ...(sizes[0] && { size: sizes[0].word }) }
}

/** Categories that any word of a search names: `jordan` is Jordans, `shoes` every top category. The sneaker categories are one entry, and first. */
export function categoriesLike(words: SearchWord[]): NamedCategory[] {
  const named = words.flatMap(({ categories }) =>
    sneakerSlugs.every((slug) => categories.includes(slug))
      ? [...categories.filter((slug) => !sneakerSlugs.includes(slug)), 'women-sneakers']
      : categories,
  )
  const meant = shelves.filter(({ slug }) => named.includes(slug))
  const others = meant.filter(({ label }) => !label.includes('Sneakers')).map(({ slug, label }) => ({ slug, label }))
  return meant.some(({ slug }) => sneakerSlugs.includes(slug)) ? [allSneakers, ...others] : others
}

function isSize({ word }: SearchWord): boolean {
  return /^(3\d|4[0-6])$/.test(word)
}

const allSneakers: NamedCategory = { slug: sneakersSlug, label: 'Sneakers' }

/** Every category of the menu; `name` includes the group where labels repeat. */
const shelves = categoryMenu.flatMap((entry) =>
  [entry, ...entry.children].map(({ slug, label }) => ({
    slug,
    label,
    parent: slug === entry.slug ? null : entry.slug,
    name: slug === entry.slug ? label : `${entry.label.replace(/ Shoes$/, '')} ${label}`,
  })),
)

/** The shortest list of category names: children of a listed top category are left out; empty where all categories match. */
function namesOf(meant: typeof shelves): NamedCategory[] {
  const slugs = meant.map(({ slug }) => slug)
  if (slugs.length === shelves.length) return []
  if (slugs.length === sneakerSlugs.length && slugs.every((slug) => sneakerSlugs.includes(slug))) return [allSneakers]
  return meant.filter(({ parent }) => !parent || !slugs.includes(parent)).map(({ slug, name }) => ({ slug, label: name }))
}
