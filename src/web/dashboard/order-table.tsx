import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { isUnpaid } from '#domain/order.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { orderUrl } from '#web/addresses.ts'
import { BuyAgainButton, useCartBack } from '#web/order/cart-back.tsx'

export type OrderOfList = Pick<OrderRow, 'id' | 'short_code' | 'created_at' | 'total_amount' | 'status' | 'delivery_kind'>

export function OrderTable({ orders }: { orders: OrderOfList[] }) {
  return (
    <Table
      className="orders-table"
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Order', cell: (order) => <Code {...order} /> },
        { head: 'Date', cell: ({ created_at }) => <Moment at={created_at} dayOnly /> },
        { head: 'Status', cell: ({ status, delivery_kind }) => <OrderBadge status={status} kind={delivery_kind} /> },
        { head: 'Total', cell: ({ total_amount }) => formatShillings(total_amount), right: true, num: true },
        { head: 'What you can do', cell: (order) => <OrderActions {...order} />, right: true, isHeadHidden: true },
      ]}
    />
  )
}

function Code({ id, short_code }: OrderOfList) {
  return (
    <Link className="link tabular" to={orderUrl(id)}>
      {short_code}
    </Link>
  )
}

/** An unpaid order gets a link to its page, where it can be paid or cancelled. */
function OrderActions({ id, short_code, status }: OrderOfList) {
  const buyAgain = useCartBack('buy-again', id, null)
  if (!isUnpaid(status)) return <BuyAgainButton buyAgain={buyAgain} small of={short_code} />
  return (
    <ButtonLink look="ghost" small to={orderUrl(id)} aria-label={`Open order ${short_code}`}>
      Open
    </ButtonLink>
  )
}
