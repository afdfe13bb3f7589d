import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { whatsappUrl } from '#domain/shop.ts'
import type { CustomerRow } from '#features/customers/customers.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { adminCustomerUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-panel.ts'
import { useShop } from '#web/shop-facts.ts'

export function CustomerTable({ customers }: { customers: CustomerRow[] }) {
  return (
    <Table
      className="people"
      rows={customers}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: (customer) => <CustomerName {...customer} /> },
        { head: 'Phone', cell: ({ phone }) => formatPhone(phone), num: true },
        { head: 'Orders', cell: ({ orders }) => orders.toLocaleString('en-KE'), right: true, num: true },
        { head: 'Paid', cell: ({ paid }) => formatShillings(paid), right: true, num: true },
        { head: 'Returns', cell: ({ returns }) => returns.toLocaleString('en-KE'), right: true, num: true },
        { head: 'Last order', cell: ({ last_order_at }) => <Moment at={last_order_at} dayOnly />, right: true },
        { head: 'Chat', cell: (customer) => <CustomerChat {...customer} />, right: true },
      ]}
    />
  )
}

function CustomerName({ id, name, email, note }: CustomerRow) {
  return (
    <span className="person">
      <Link className="link" to={adminCustomerUrl(id, useRange())}>
        <b>{name}</b>
      </Link>
      {email && <small>{email}</small>}
      {note && <small className="customer-note">{note}</small>}
    </span>
  )
}

/** A WhatsApp chat with the customer. */
export function CustomerChat({ name, phone }: Pick<CustomerRow, 'name' | 'phone'>) {
  const shop = useShop()
  const greeting = `Hello ${name.split(' ')[0]}, this is ${shop.name}.`
  return (
    <a className="link customer-chat" href={whatsappUrl({ whatsapp: phone }, greeting)} target="_blank" rel="noopener">
      <Icon name="whatsapp" small /> WhatsApp<span className="visually-hidden"> {name}</span>
    </a>
  )
}
