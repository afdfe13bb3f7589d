import { isBulkKind } from '#domain/bulk-change.ts'
import { readStockFilter } from '#web/admin/products/read-stock-filter.ts'

/**
 * What the address of the bulk page asks: `pick=1` with an `id` for each product that was picked, or else all that the list's own filter finds; and which
 * change, its value under the name of its kind.
 */
export function readBulk(query: URLSearchParams) {
  const kind = query.get('kind')
  const known = isBulkKind(kind) ? kind : null
  return {
    target: { filter: readStockFilter(query), ...(query.get('pick') === '1' && { ids: query.getAll('id') }) },
    kind: known,
    value: known ? (query.get(known) ?? '') : '',
  }
}
