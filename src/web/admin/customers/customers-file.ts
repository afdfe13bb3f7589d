import { exportCustomers } from '#features/customers/customers.ts'
import { asAdmin, csvFile } from '#web/admin/panel-requests.ts'
import { readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/customers-file.ts'

/** The customers of the searched list as CSV. */
export async function loader(args: Route.LoaderArgs) {
  return csvFile('viatu-customers.csv', await exportCustomers(asAdmin(args), { search: readSearch(args.url.searchParams) }))
}
