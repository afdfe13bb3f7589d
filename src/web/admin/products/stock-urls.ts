import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { periodQuery, readPeriod } from '#domain/figures.ts'
import type { StockFilter } from '#features/catalogue/stock.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { readFilter } from '#web/catalogue/list-filter.ts'

/** Addresses of the section that keep the list's filters, so that closing a dialog returns to the same list. */
export function useStockUrls() {
  const { search } = useLocation()
  return useMemo(() => {
    const query = new URLSearchParams(search)
    const filterQuery = { ...periodQuery(readPeriod(query)), ...stockQuery(readStockFilter(query)) }
    const asText = new URLSearchParams(filterQuery).toString()
    const below = (path: string) => `${adminSectionUrl('products')}/${path}${asText && `?${asText}`}`
    return { filterQuery, list: adminSectionUrl('products', filterQuery), below }
  }, [search])
}

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
function stockQuery({ search, category, availability, isFeatured, isLow }: StockFilter): Record<string, string> {
  return {
    ...(search && { search }),
    ...(category && { category }),
    ...(availability && { availability }),
    ...(isFeatured && { featured: '1' }),
    ...(isLow && { low: '1' }),
  }
}
