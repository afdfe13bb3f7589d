import { isBulkKind } from '#domain/product-changes.ts'
import { readStockFilter } from '#web/admin/products/read-stock-filter.ts'

/**
 * Reads the bulk page's query: `pick=1` with an `id` per selected product, otherwise all products of the filter; and the change, whose value is named like its
 * kind; `raise=on` also where a discount makes a product dearer.
 */
export function readBulk(query: URLSearchParams) {
  const kind = query.get('kind')
  const known = isBulkKind(kind) ? kind : null
  return {
    target: { filter: readStockFilter(query), ...(query.get('pick') === '1' && { ids: query.getAll('id') }) },
    kind: known,
    value: known ? (query.get(known) ?? '') : '',
    raise: query.get('raise') === 'on',
  }
}
