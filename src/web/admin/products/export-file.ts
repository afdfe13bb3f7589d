import { exportProducts } from '#features/catalogue/export-products.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { csvFile } from '#web/admin/products/csv-file.ts'
import { readStockFilter } from '#web/admin/products/read-stock-filter.ts'
import type { Route } from './+types/export-file.ts'

/** The products that the list shows, as a table for spreadsheets and for the import. */
export function loader(args: Route.LoaderArgs) {
  return csvFile('viatu-products.csv', exportProducts(asAdmin(args), readStockFilter(args.url.searchParams)))
}
