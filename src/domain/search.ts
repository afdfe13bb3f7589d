import { type Categories, type MenuEntry, type ProductFilter, sneakersSlug } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import type { SearchQuery } from '#domain/search-query.ts'

export type NamedCategory = Pick<MenuEntry, 'slug' | 'label'>

/** The meaning of a search whose words all name categories, a size or a price. */
export interface SearchMeaning extends Pick<ProductFilter, 'size' | 'minPrice' | 'maxPrice' | 'sort'> {
  /** Any of these; empty for all products. */
  categories: NamedCategory[]
  /** The whole query in words, where it has more conditions: `black loafers up to KSh 4,000`. */
  words?: string
}

/** A word that a product must meet (`understand_search`, 0005-search.sql). */
export interface SearchWord {
  word: string
  /** Of the type `tsquery`: a name, a style code, a category or a meaning of the word. */
  condition: string
  /** Slugs that it names. */
  categories: string[]
  /** It names every category. */
  isAny: boolean
  /** A name or a style code has it. */
  isSaid: boolean
  /** It means more than its letters, such as a colour and its shades. */
  isMeant: boolean
}

/** `black loafers up to KSh 4,000`, `Sandals and Heels with size 38 in stock`, `all shoes`. */
export function describeMeaning({ categories, size, words }: SearchMeaning): string {
  if (words) return words
  return `${formatList(categories.map(({ label }) => label)) || 'all shoes'}${size ? ` with size ${size} in stock` : ''}`
}

/** A parsed search in words: `black loafers for men in size 42 up to KSh 4,000`. */
export function describeQuery({ kinds, audience, colours, names, said, sizes, minPrice, maxPrice, onOffer }: SearchQuery): string {
  const [least, most] = [minPrice, maxPrice].map((price) => price !== undefined && formatShillings(price))
  const labels = kinds.map((group) => group.map(({ label }) => label))
  return [
    ...said,
    formatList(colours, 'or'),
    labels.map((group) => formatList(group, 'or')).join(' and ') || 'shoes',
    names.length > 0 && `called “${names.join(' ')}”`,
    audience && `for ${audience}`,
    sizes.length > 0 && `in size ${formatList(sizes, 'or')}`,
    onOffer && 'at a discount',
    least && `from ${least}`,
    most && `${least ? 'to' : 'up to'} ${most}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** `39, 40 and 42`. */
export function formatList(words: string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/**
 * `women sneakers`, `viatu`, `size 42`, `nike 43`: a search whose every word names a kind of shoe or one EU size (30 to 46), or null.
 * A category matches when each word names it or its parent in the menu.
 */
export function meaningOf(words: SearchWord[], shop: Categories): SearchMeaning | null {
  const shelves = shelvesOf(shop)
  const [size, ...more] = words.filter(isSize)
  const kinds = words.filter((word) => !isSize(word))
  const meant = shelves.filter(({ slug, parent }) => kinds.every(({ categories }) => categories.includes(slug) || categories.includes(parent)))
  if (words.length === 0 || more.length > 0 || meant.length === 0) return null
  return { categories: meant.length === shelves.length ? [] : namesOf(meant, shelves), ...(size && { size: size.word }) }
}

/** What a product must meet, a condition a word; a size adds none, and neither does a word for all shoes beside others. Null for single letters alone, and for no word. */
export function conditionsOf(words: SearchWord[]): string[] | null {
  if (!words.some(({ word }) => /..|\d/u.test(word))) return null
  const narrow = words.filter(({ isAny }) => !isAny)
  return (narrow.length > 0 ? narrow : words).map(({ condition }) => condition)
}

/** Categories that any word of a search names: `jordan` is Jordans, `shoes` every top category. The sneaker categories are one entry, and first. */
export function categoriesLike(words: SearchWord[], shop: Categories): NamedCategory[] {
  const { sneakers } = shop
  const named = words.flatMap(({ categories }) => (areAll(sneakers, categories) ? categories.filter((slug) => !sneakers.includes(slug)) : categories))
  const isSneaker = words.some(({ categories }) => categories.some((slug) => sneakers.includes(slug)))
  const others = shelvesOf(shop).filter(({ slug, label }) => named.includes(slug) && !label.includes('Sneakers'))
  return [...(isSneaker ? [allSneakers] : []), ...others.map(({ slug, label }) => ({ slug, label }))]
}

/** The page of exactly these categories: one category's own, or that of all sneakers. Undefined for any others. */
export function pageOf(slugs: string[], { sneakers }: Pick<Categories, 'sneakers'>): string | undefined {
  if (slugs.length === 1) return slugs[0]
  return slugs.length === sneakers.length && areAll(sneakers, slugs) ? sneakersSlug : undefined
}

const areAll = (sneakers: string[], slugs: string[]) => sneakers.length > 0 && sneakers.every((slug) => slugs.includes(slug))
export const isSize = ({ word }: SearchWord) => /^(3\d|4[0-6])$/.test(word)
const allSneakers: NamedCategory = { slug: sneakersSlug, label: 'Sneakers' }

interface Shelf extends NamedCategory {
  /** Empty for a group. */
  parent: string
  /** Includes the group, because labels repeat. */
  name: string
  isSneaker: boolean
}

/** Every category of the menu. */
function shelvesOf({ menu, sneakers }: Categories): Shelf[] {
  const shelf = ({ slug, label }: NamedCategory, parent: string, name: string) => ({
    ...{ slug, label, parent, name },
    isSneaker: sneakers.includes(slug) || sneakers.includes(parent),
  })
  return menu.flatMap((group) => [
    shelf(group, '', group.label),
    ...group.children.map((child) => shelf(child, group.slug, `${group.label.replace(/ Shoes$/, '')} ${child.label}`)),
  ])
}

/** The shortest list of category names: children of a listed top category are left out. */
function namesOf(meant: Shelf[], shelves: Shelf[]): NamedCategory[] {
  const slugs = meant.map(({ slug }) => slug)
  const sneakers = shelves.filter(({ isSneaker }) => isSneaker)
  if (meant.length > 1 && meant.length === sneakers.length && sneakers.every(({ slug }) => slugs.includes(slug))) return [allSneakers]
  return meant.filter(({ parent }) => !slugs.includes(parent)).map(({ slug, name }) => ({ slug, label: name }))
}

/** One row of the size guide: labels by column; a dash means that there is none. */
export interface ChartRow {
  EU: string
  UK: string | null
  'US women': string | null
  'US men': string | null
  cm: string | null
}
type ChartColumn = keyof ChartRow

const headings: [ChartColumn, RegExp][] = [
  ['EU', /^eu\b/i],
  ['UK', /^uk\b/i],
  ['US women', /^us\b.*women/i],
  ['US men', /^us\b(?!.*women)/i],
  ['cm', /\bcm\b|centimet/i],
]

/** The chart of the size guide, parsed from the help page's HTML, because the merchant edits it there. Empty where there is none. */
export function readSizeChart(html: string): ChartRow[] {
  const [head, ...rows] = [...html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => cellsOf(row))
  if (!head) return []
  const columns = headings.map(([column, named]) => [column, head.findIndex((cell) => named.test(cell))] as const)
  const labelIn = (row: string[], at: number) => (/^\d+(\.\d+)?$/.test(row[at] ?? '') ? Number(row[at]).toString() : null)
  return rows
    .map((row) => Object.fromEntries(columns.map(([column, at]) => [column, labelIn(row, at)])) as unknown as ChartRow)
    .filter(({ EU }) => EU !== null)
}

/** The rows with this label in a column. */
export function rowsWith(chart: ChartRow[], column: ChartColumn, label: string): ChartRow[] {
  return chart.filter((row) => row[column] === Number(label).toString())
}

/** The EU labels of a size of another system: several where women's and men's differ, or where the chart has only its two neighbours. Empty for children. */
export function toEu(
  chart: ChartRow[],
  { system, label }: { system: 'UK' | 'US'; label: string },
  audience: 'women' | 'men' | 'kids' | null,
): string[] {
  if (audience === 'kids') return []
  const columns: ChartColumn[] = system === 'UK' ? ['UK'] : audience ? [`US ${audience}`] : ['US women', 'US men']
  return [...new Set(columns.flatMap((column) => nearestTo(chart, column, label).map(({ EU }) => EU)))]
}

/** Guides leave out every other half size. */
function nearestTo(chart: ChartRow[], column: ChartColumn, label: string): ChartRow[] {
  const exact = rowsWith(chart, column, label)
  return exact.length > 0 ? exact : chart.filter((row) => row[column] !== null && Math.abs(Number(row[column]) - Number(label)) <= 0.5)
}

function cellsOf(row: string): string[] {
  return [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '').trim())
}
