import { listCustomers } from '#features/customers/customers.ts'
import { CustomerTable } from '#web/admin/customers/customer-table.tsx'
import { customersFileUrl } from '#web/admin/panel-addresses.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/customers-page.ts'
import '../people.css'
import './customers.css'

/** Everybody who ordered, by phone. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const search = readSearch(query)
  return { list: await loadPage(query, (page) => listCustomers(ctx, { search, ...page })), search }
}

export default function CustomersPage({ loaderData: { list, search } }: Route.ComponentProps) {
  return (
    <SectionCard
      toolbar={
        <AdminToolbar search={{ label: 'Search customers', placeholder: 'Name, phone or e-mail', value: search }} isNarrowed={search !== undefined} />
      }
    >
      {list.rows.length > 0 && (
        <p className="customer-files">
          <a className="link" href={customersFileUrl({ search })} download>
            Export<span className="visually-hidden"> these customers as CSV</span>
          </a>
        </p>
      )}
      <AdminList list={list} what="customers" empty="No customers found">
        {(rows) => <CustomerTable customers={rows} />}
      </AdminList>
    </SectionCard>
  )
}
