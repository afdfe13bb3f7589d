import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { periodQuery, readPeriod } from '#domain/figures.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { readStockFilter, stockQuery } from '#web/admin/products/read-stock-filter.ts'

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
