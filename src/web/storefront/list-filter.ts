import { type ProductFilter, type Sorting, sortings } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'

/** What an address asks of a list. Unreasonable values are dropped: a bad link shows the whole list, never an error. */
export function readFilter(query: URLSearchParams): ProductFilter {
  const prices = [readPrice(query.get('min')), readPrice(query.get('max'))]
  const [minPrice, maxPrice] = prices[0] !== undefined && prices[1] !== undefined && prices[0] > prices[1] ? prices.reverse() : prices
  return onlyGiven({
    search: plainWords(query.get('search'), 80),
    category: readSlug(query.get('category')),
    size: plainWords(query.get('size'), 20),
    minPrice,
    maxPrice,
    sort: readSorting(query.get('sort')),
  })
}

/** A cursor of ours looks like this; the list itself decides whether it is one. */
export function readPlace(query: URLSearchParams): string | undefined {
  const cursor = query.get('cursor')
  return cursor && /^[\w-]{1,300}$/.test(cursor) ? cursor : undefined
}

/** A page shows an unknown slug as its title (spec §2), so only what no text may hold is taken out. */
export function readSlugOfPath(slug: string | undefined): string | undefined {
  return plainWords(slug ?? null, 80)
}

/** One removable word per choice: what it says, and the filter without it. */
export function appliedFilters(filter: ProductFilter, categoryLabel: (slug: string) => string): { label: string; rest: ProductFilter }[] {
  const { search, category, size, minPrice, maxPrice } = filter
  const chips = [
    search && { label: `"${search}"`, without: 'search' as const },
    category && { label: categoryLabel(category), without: 'category' as const },
    size && { label: `Size ${size}`, without: 'size' as const },
    minPrice !== undefined && { label: `From ${formatShillings(minPrice)}`, without: 'minPrice' as const },
    maxPrice !== undefined && { label: `Up to ${formatShillings(maxPrice)}`, without: 'maxPrice' as const },
  ].filter((chip) => typeof chip === 'object')
  return chips.map(({ label, without }) => ({ label, rest: { ...filter, [without]: undefined } }))
}

/** Whether a list shows less than its whole shelf. */
export function isNarrowed({ search, category, size, minPrice, maxPrice }: ProductFilter): boolean {
  return [search, category, size, minPrice, maxPrice].some((value) => value !== undefined)
}

/** What to do about the prices of an address or of a form, or null. An empty one is none. */
export function priceRefusals(query: URLSearchParams): { min: string | null; max: string | null } {
  const refusal = (text: string | null) => (text?.trim() && readPrice(text) === undefined ? 'Write whole shillings, such as 5,000.' : null)
  return { min: refusal(query.get('min')), max: refusal(query.get('max')) }
}

/** Also as people write it: `5,000`. */
function readPrice(text: string | null): number | undefined {
  const digits = text?.replace(/[\s,]/g, '')
  return digits && /^\d{1,7}$/.test(digits) ? Number(digits) : undefined
}

function readSlug(text: string | null): string | undefined {
  return text && /^[a-z\d-]{1,60}$/.test(text) ? text : undefined
}

function readSorting(text: string | null): Sorting | undefined {
  return text && Object.hasOwn(sortings, text) ? (text as Sorting) : undefined
}

/** Control characters and lone surrogates never reach the database; blanks are folded. */
function plainWords(text: string | null, longest: number): string | undefined {
  const words = text
    ?.toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
  return words || undefined
}

function onlyGiven(filter: ProductFilter): ProductFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}
