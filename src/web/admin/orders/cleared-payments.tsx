import { formatShillings } from '#domain/money.ts'
import type { PaymentOfDeletedOrder } from '#features/orders/payments/find-payments-of-deleted-orders.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'

/** Payments of orders that were cleared, found by their M-Pesa code. */
export function ClearedPayments({ payments }: { payments: PaymentOfDeletedOrder[] }) {
  if (payments.length === 0) return null
  return (
    <section className="cleared-orders" aria-labelledby="cleared">
      <h2 id="cleared">Payments of cleared orders</h2>
      <Table
        className="waiting-table"
        rows={payments}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Order', cell: ({ short_code }) => short_code, num: true },
          { head: 'Receipt', cell: ({ receipt }) => receipt ?? 'Not known', num: true },
          { head: 'Amount', cell: ({ amount }) => <b>{formatShillings(amount)}</b>, right: true, num: true },
          { head: 'Paid', cell: ({ paid_at }) => <Moment at={paid_at} /> },
          { head: 'Cleared', cell: ({ cleared_at }) => <Moment at={cleared_at} /> },
          { head: 'Money back', cell: ({ refund }) => moneyBack(refund) },
        ]}
      />
    </section>
  )
}

function moneyBack(refund: PaymentOfDeletedOrder['refund']): string {
  if (refund === null) return 'No'
  return refund.state === 'done' ? `Went back${refund.receipt ? `, ${refund.receipt}` : ''}` : 'On the list of refunds'
}
