import { type ProductFilter, type Sorting, sizeText, sortings } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import { foldText } from '#domain/plain-text.ts'

/** Reads the filters of a product list from a query. Invalid values are dropped: a bad link shows the whole list, not an error. */
export function readFilter(query: URLSearchParams): ProductFilter {
  const prices = [readPrice(query.get('min')), readPrice(query.get('max'))]
  const [minPrice, maxPrice] = prices[0] !== undefined && prices[1] !== undefined && prices[0] > prices[1] ? prices.reverse() : prices
  return withoutUndefined({
    search: cleanText(query.get('search'), 80),
    category: readSlug(query.get('category')),
    size: cleanText(query.get('size'), 20),
    minPrice,
    maxPrice,
    sort: readSorting(query.get('sort')),
  })
}

/** The category of an address. Unknown slugs are allowed, because the page shows them as its title (spec §2); only control characters are removed. */
export function readSlugOfPath(slug: string | undefined): string | undefined {
  return cleanText(slug ?? null, 80)
}

/** A chip for each applied filter: its label, and the filter without it. */
export function appliedFilters(filter: ProductFilter, categoryLabel: (slug: string) => string): { label: string; rest: ProductFilter }[] {
  const { search, category, size, minPrice, maxPrice } = filter
  const chips = [
    search && { label: `"${search}"`, without: 'search' as const },
    category && { label: categoryLabel(category), without: 'category' as const },
    size && { label: sizeText(size) || size, without: 'size' as const },
    minPrice !== undefined && { label: `From ${formatShillings(minPrice)}`, without: 'minPrice' as const },
    maxPrice !== undefined && { label: `Up to ${formatShillings(maxPrice)}`, without: 'maxPrice' as const },
  ].filter((chip) => typeof chip === 'object')
  return chips.map(({ label, without }) => ({ label, rest: { ...filter, [without]: undefined } }))
}

/** Whether any filter is set; the sorting does not count. */
export function isNarrowed({ search, category, size, minPrice, maxPrice }: ProductFilter): boolean {
  return [search, category, size, minPrice, maxPrice].some((value) => value !== undefined)
}

/** Error messages for the prices of a query, or null. An empty price is valid. */
export function priceRefusals(query: URLSearchParams): { min: string | null; max: string | null } {
  const refusal = (text: string | null) => (text?.trim() && readPrice(text) === undefined ? 'Enter whole shillings, such as 5,000.' : null)
  return { min: refusal(query.get('min')), max: refusal(query.get('max')) }
}

/** A whole number, also with separators: `5,000`. */
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

/** Drops what cannot be seen, and collapses white space; undefined if nothing is left. */
function cleanText(text: string | null, maxLength: number): string | undefined {
  const words = foldText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  // The cut may go through a letter.
  return foldText(words.slice(0, maxLength)) || undefined
}

function withoutUndefined(filter: ProductFilter): ProductFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}
