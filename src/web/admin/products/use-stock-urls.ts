import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { periodQuery, readPeriod } from '#domain/period.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { readStockFilter, stockQuery } from '#web/admin/products/read-stock-filter.ts'

/** Addresses of the section that keep the list's filters and its view, cards or a table, so that closing a dialog returns to the same list. */
export function useStockUrls() {
  const { search } = useLocation()
  return useMemo(() => {
    const query = new URLSearchParams(search)
    const isTable = query.get('as') === 'table'
    const filterQuery = { ...periodQuery(readPeriod(query)), ...stockQuery(readStockFilter(query)), ...(isTable && { as: 'table' }) }
    const asText = new URLSearchParams(filterQuery).toString()
    const below = (path: string) => `${adminSectionUrl('products')}/${path}${asText && `?${asText}`}`
    return { filterQuery, isTable, list: adminSectionUrl('products', filterQuery), below }
  }, [search])
}
