import { productTemplate } from '#features/catalogue/product-file.ts'
import { asAdmin, csvFile } from '#web/admin/panel-requests.ts'
import type { Route } from './+types/template-file.ts'

/** The import template: the header row and an example product. */
export function loader(args: Route.LoaderArgs) {
  asAdmin(args)
  return csvFile('viatu-template.csv', productTemplate())
}
