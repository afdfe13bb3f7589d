import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { adminOrderUrl } from '#web/admin/panel-addresses.ts'

/** The orders of a customer, newest first. */
export function CustomerOrders({ orders }: { orders: OrderRow[] }) {
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
