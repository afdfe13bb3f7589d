import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { isCash } from '#domain/receipt-code.ts'
import type { RefundRow } from '#features/orders/payments/list-refunds.ts'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { OrderLink } from '#web/admin/orders/order-link.tsx'
import { hiddenNumber, RefundForm } from '#web/admin/orders/refund-form.tsx'
import { refundReasons } from '#web/admin/orders/refund-reasons.ts'

/** The open refunds, the oldest first. */
export function RefundTable({ refunds }: { refunds: RefundRow[] }) {
  return (
    <Table
      className="waiting-table"
      rows={refunds}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Order', cell: (refund) => <OrderLink {...refund} /> },
        { head: 'Since', cell: ({ created_at }) => <Moment at={created_at} /> },
        { head: 'Why', cell: ({ reason, found }) => found ?? refundReasons[reason] },
        { head: 'Paid from', cell: ({ phone, receipt }) => (isCash(receipt) ? 'Cash' : phone ? formatPhone(phone) : hiddenNumber), num: true },
        { head: 'Receipt', cell: ({ receipt }) => receipt ?? 'Not known', num: true },
        { head: 'Amount', cell: ({ amount }) => <b>{formatShillings(amount)}</b>, right: true, num: true },
        { head: 'What you can do', cell: (refund) => <RefundForm refund={refund} />, right: true, isHeadHidden: true },
      ]}
    />
  )
}
