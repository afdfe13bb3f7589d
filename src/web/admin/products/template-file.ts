import { productTemplate } from '#features/catalogue/product-file.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { csvFile } from '#web/admin/panel-loaders.ts'
import type { Route } from './+types/template-file.ts'

/** The import template: the header row and an example product. */
export function loader(args: Route.LoaderArgs) {
  asAdmin(args)
  return csvFile('viatu-template.csv', productTemplate())
}
