import { productTemplate } from '#features/catalogue/export-products.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { csvFile } from '#web/admin/products/csv-file.ts'
import type { Route } from './+types/template-file.ts'

/** The head of a product file and one product to be written over. */
export function loader(args: Route.LoaderArgs) {
  asAdmin(args)
  return csvFile('viatu-template.csv', productTemplate())
}
