import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { OnlyOf } from '#web/admin/affiliates/of-affiliate.tsx'
import type { OrderQuestion } from '#web/admin/orders/load-orders.ts'
import { AdminToolbar } from '#web/admin/toolbar.tsx'

/** Statuses with the same words are one choice: the first of them stands for all. */
const choices = [...new Map((Object.keys(orderStatuses) as OrderStatus[]).reverse().map((status) => [orderStatuses[status].label, status]))].reverse()

export function OrderToolbar({ asked: { search, status, from, to, affiliate = null } }: { asked: OrderQuestion }) {
  const isNarrowed = Boolean(search || status || from || to || affiliate)
  return (
    <AdminToolbar search={{ label: 'Find an order', placeholder: 'Order, phone, name or receipt', value: search }} isNarrowed={isNarrowed}>
      <OnlyOf affiliate={affiliate} />
      <SelectField label="Status" name="status" defaultValue={status ?? ''}>
        <option value="">Every status</option>
        {choices.map(([label, value]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field label="From" type="date" name="from" defaultValue={from} />
      <Field label="To" type="date" name="to" defaultValue={to} />
    </AdminToolbar>
  )
}
