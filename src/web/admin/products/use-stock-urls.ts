import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { periodQuery, readPeriod } from '#domain/period.ts'
import { adminSectionUrl } from '#web/addresses.ts'
import { readStockFilter, stockQuery } from '#web/admin/products/read-stock-filter.ts'

/** What is asked of the list stays in every address of the section, so that closing a dialog or finishing a task leads back to the same list. */
export function useStockUrls() {
  const { search } = useLocation()
  return useMemo(() => {
    const query = new URLSearchParams(search)
    const asked = { ...periodQuery(readPeriod(query)), ...stockQuery(readStockFilter(query)) }
    const asText = new URLSearchParams(asked).toString()
    const below = (path: string) => `${adminSectionUrl('products')}/${path}${asText && `?${asText}`}`
    return { asked, list: adminSectionUrl('products', asked), below }
  }, [search])
}
