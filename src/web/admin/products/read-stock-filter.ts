import type { StockFilter } from '#features/catalogue/stock-filter.ts'
import { readFilter } from '#web/catalogue/list-filter.ts'

/** Reads the filters of Product Management. Invalid values are dropped: a bad link shows the whole list, not an error. */
export function readStockFilter(query: URLSearchParams): StockFilter {
  const { search, category } = readFilter(query)
  const availability = query.get('availability')
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...((availability === 'available' || availability === 'unavailable') && { availability }),
    ...(query.get('featured') === '1' && { isFeatured: true }),
    ...(query.get('low') === '1' && { isLow: true }),
  }
}

/** A filter as query parameters. */
export function stockQuery({ search, category, availability, isFeatured, isLow }: StockFilter): Record<string, string> {
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...(availability && { availability }),
    ...(isFeatured && { featured: '1' }),
    ...(isLow && { low: '1' }),
  }
}
