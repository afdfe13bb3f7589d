import { exportProducts } from '#features/catalogue/product-file.ts'
import { asAdmin, csvFile } from '#web/admin/panel-requests.ts'
import { readStockFilter } from '#web/admin/products/stock-urls.ts'
import type { Route } from './+types/export-file.ts'

/** Exports the products of the filtered list as CSV, which can be imported again. */
export function loader(args: Route.LoaderArgs) {
  return csvFile('viatu-products.csv', exportProducts(asAdmin(args), readStockFilter(args.url.searchParams)))
}
