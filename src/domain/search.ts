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

/** `black loafers up to KSh 4,000`, `Sandals and Heels with size 38 in stock`, `all shoes`. */
export function describeMeaning({ categories, size, words }: SearchMeaning): string {
  if (words) return words
  return `${formatList(categories.map(({ label }) => label)) || 'all shoes'}${size ? ` with size ${size} in stock` : ''}`
}

/**
 * `women sneakers`, `viatu`, `size 42`, `nike 43`: a search whose every word names a kind of shoe or one EU size (30 to 46), or null.
 * A category matches when its words and those of its parent in the menu contain every word of the search.
 */
export function meaningOf(search: string): SearchMeaning | null {
  const words = wordsOf(search).filter((word) => !fillers.has(word))
  const sizes = words.filter(isSize)
  const kinds = words.filter((word) => !isSize(word))
  const meant = shelves.filter((shelf) => kinds.every((kind) => shelf.words.has(kind)))
  if (words.length === 0 || sizes.length > 1 || meant.length === 0) return null
  return { categories: namesOf(meant), ...(sizes[0] && { size: sizes[0] }) }
}

/** A word that a product must match: a word of its name or style code begins with it, or the word names its category. */
export interface SearchWord {
  /** Lower case, singular. */
  word: string
  /** Slugs. */
  categories: string[]
}

/**
 * The words of a search that a product must all match, in any order, for an exact match. Empty where the search names a size, which names do not
 * contain, and where all words are too short.
 */
export function searchWords(search: string): SearchWord[] {
  if (meaningOf(search)?.size) return []
  const typed =
    search
      .toLowerCase()
      .replace(/['’`]s?(?!\p{L})/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const words = [...new Set(typed)].filter((word) => !fillers.has(word))
  if (words.length > maxWords || words.every((word) => word.length < 3)) return []
  return words.map((word) => ({
    word: word.length > 3 ? word.replace(/(?<!s)s$/, '') : word,
    categories: shelves.filter((shelf) => wordsOf(word).some((meant) => shelf.words.has(meant))).map(({ slug }) => slug),
  }))
}

/** Each word is one more condition of the SQL query. */
const maxWords = 8

/** Categories that any word of a search names: `jordan` is Jordans, `shoes` every top category. The sneaker categories are one entry, and first. */
export function categoriesLike(search: string): NamedCategory[] {
  const wanted = wordsOf(search)
  const meant = shelves.filter(({ label }) => wordsOf(label).some((word) => wanted.includes(word)))
  const others = meant.filter(({ label }) => !label.includes('Sneakers')).map(({ slug, label }) => ({ slug, label }))
  return meant.some(({ slug }) => sneakerSlugs.includes(slug)) ? [allSneakers, ...others] : others
}

/** Synonyms of the menu's words, in the singular: Kenyan English and Kiswahili. */
const synonyms: Record<string, string> = {
  kiatu: 'shoe',
  viatu: 'shoe',
  footwear: 'shoe',
  raba: 'sneaker',
  trainer: 'sneaker',
  kick: 'sneaker',
  ndala: 'sandal',
  champali: 'sandal',
  kisigino: 'heel',
  visigino: 'heel',
  woman: 'women',
  lady: 'women',
  ladie: 'women',
  wanawake: 'women',
  kike: 'women',
  man: 'men',
  gent: 'men',
  wanaume: 'men',
  kiume: 'men',
}
const fillers = new Set(['size', 'saizi', 'eu', 'for', 'in', 'the', 'and', 'na', 'ya', 'za', 'cha', 'vya', 'wa', 'la', 'kwa', 'kina', 'akina'])

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word !== '')
    .map((word) => (Object.hasOwn(synonyms, word) ? (synonyms[word] as string) : word))
}

function isSize(word: string): boolean {
  return /^(3\d|4[0-6])$/.test(word)
}

const allSneakers: NamedCategory = { slug: sneakersSlug, label: 'Sneakers' }

/** Every category of the menu with the words that match it; `name` includes the group where labels repeat. */
const shelves = categoryMenu.flatMap((entry) =>
  [entry, ...entry.children].map(({ slug, label }) => ({
    slug,
    label,
    parent: slug === entry.slug ? null : entry.slug,
    name: slug === entry.slug ? label : `${entry.label.replace(/ Shoes$/, '')} ${label}`,
    words: new Set([...wordsOf(`${entry.label} ${label}`), ...(sneakerSlugs.includes(slug) ? ['sneaker'] : [])]),
  })),
)

/** The shortest list of category names: children of a listed top category are left out; empty where all categories match. */
function namesOf(meant: typeof shelves): NamedCategory[] {
  const slugs = meant.map(({ slug }) => slug)
  if (slugs.length === shelves.length) return []
  if (slugs.length === sneakerSlugs.length && slugs.every((slug) => sneakerSlugs.includes(slug))) return [allSneakers]
  return meant.filter(({ parent }) => !parent || !slugs.includes(parent)).map(({ slug, name }) => ({ slug, label: name }))
}
