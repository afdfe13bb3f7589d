import { Link, type ShouldRevalidateFunctionArgs, useNavigate } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { type CustomerRow, getCustomer, writeCustomerNote } from '#features/customers/customers.ts'
import { deleteCustomer } from '#features/customers/delete-customer.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Stat } from '#ui/kit/stat.tsx'
import { Table } from '#ui/kit/table.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { AdminForm, ConfirmForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import type { AdminDone } from '#web/admin/admin-toasts.ts'
import { CustomerChat } from '#web/admin/customers/customer-table.tsx'
import { adminOrderUrl, adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { sections } from '#web/admin/sections.ts'
import { parseSnapshot, SnapshotFields, snapshotOf } from '#web/admin/snapshot-fields.tsx'
import { useRange } from '#web/admin/use-panel.ts'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage } from '#web/lists/load-page.ts'
import type { Route } from './+types/customer-page.ts'
import '../content.css'
import '../people.css'
import './customers.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const customer = await loadOne(() => getCustomer(ctx, args.params.id))
  const list = await loadPage(args.url.searchParams, (page) => listOrders(ctx, { phone: customer.phone, ...page }))
  return { customer, list }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    note: async (ctx, { note, snapshot }) => {
      await writeCustomerNote(ctx, args.params.id, { note }, parseSnapshot(snapshot))
      return { title: 'Note saved' }
    },
    delete: async (ctx) => {
      const orders = await deleteCustomer(ctx, args.params.id)
      return { title: 'Customer deleted', text: `${orders === 1 ? 'One order names' : `${orders.toLocaleString('en-KE')} orders name`} nobody now.` }
    },
  })
}

/** A customer who was deleted has no page any more. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { intent, done } = (args.actionResult ?? {}) as Partial<AdminDone>
  return !(intent === 'delete' && done) && args.defaultShouldRevalidate
}

export default function CustomerPage({ loaderData: { customer, list } }: Route.ComponentProps) {
  const range = useRange()
  const { name, phone, email, has_account, orders, paid, returns } = customer
  return (
    <SectionCard>
      <Breadcrumb trail={[{ to: adminSectionUrl('customers', range), label: sections.customers }]} here={name} />
      <h2 className="content-title">{name}</h2>
      <PostedOutcome />
      <address className="customer-facts">
        <a className="link tabular" href={`tel:+${phone}`}>
          {formatPhone(phone)}
        </a>
        {email && <span>{email}</span>}
        <span>{has_account ? 'Has an account' : 'Buys as a guest'}</span>
        <CustomerChat {...customer} />
      </address>
      <div className="stats">
        <Stat label="Orders" count={orders} />
        <Stat label="Paid" amount={paid} />
        <Stat label="Returns" count={returns} />
      </div>
      <CustomerNote key={customer.id} customer={customer} />
      <section className="customer-part" aria-labelledby="their-orders">
        <h3 id="their-orders">Orders</h3>
        <AdminList list={list} what="orders" empty="No orders found">
          {(rows) => <CustomerOrders orders={rows} />}
        </AdminList>
      </section>
      <DeleteCustomer customer={customer} />
    </SectionCard>
  )
}

/** What admins write for each other. */
function CustomerNote({ customer }: { customer: CustomerRow }) {
  return (
    <section className="customer-part" aria-labelledby="customer-note">
      <h3 id="customer-note">Internal note</h3>
      <AdminForm intent="note" submit="Save note" busy="Saving..." look="ghost" small>
        {({ field, ...state }) => (
          <>
            <SnapshotFields snapshot={snapshotOf(customer, ['note'])} {...state} />
            <TextField
              {...field('note', customer.note)}
              label="What to know about this customer"
              hint="Only admins see it."
              rows={3}
              maxLength={2000}
            />
          </>
        )}
      </AdminForm>
    </section>
  )
}

function DeleteCustomer({ customer: { name } }: { customer: CustomerRow }) {
  const navigate = useNavigate()
  const list = adminSectionUrl('customers', useRange())
  return (
    <section className="customer-part" aria-labelledby="delete-customer">
      <h3 id="delete-customer">Delete this customer</h3>
      <p className="intro">
        For people who ask to be forgotten (Data Protection Act). Their orders stay in the books with amounts, receipts and commissions, and name
        nobody. Orders that are not finished come first.
      </p>
      <ConfirmForm
        intent="delete"
        label="Delete customer"
        labelLook="bad"
        look="bad"
        title={`Delete ${name}?`}
        text={
          <>
            <p>Name, number, address, e-mails and notes are gone for good. Make sure that it is they who ask.</p>
            <p>An account with this number stays, because a number proves no account: it loses these orders and the number, and we write to it.</p>
          </>
        }
        submit="Delete customer"
        busy="Deleting..."
        onDone={() => void navigate(list)}
      />
    </section>
  )
}

/** The orders of a customer, newest first. */
function CustomerOrders({ orders }: { orders: OrderRow[] }) {
  return (
    <Table
      className="people"
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Order',
          cell: ({ id, short_code }) => (
            <Link className="link tabular" to={adminOrderUrl(id)}>
              {short_code}
            </Link>
          ),
        },
        { head: 'Placed', cell: ({ created_at }) => <Moment at={created_at} /> },
        { head: 'Status', cell: ({ status, delivery_kind }) => <OrderBadge status={status} kind={delivery_kind} /> },
        { head: 'Total', cell: ({ total_amount }) => formatShillings(total_amount), right: true, num: true },
      ]}
    />
  )
}
