import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { AffiliateFilter } from '#web/admin/affiliate-filter.tsx'
import type { OrderFilter } from '#web/admin/orders/load-orders.ts'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { useMay } from '#web/admin/use-may.ts'

/** Statuses with the same label are one choice, represented by the first. */
const choices = [...new Map((Object.keys(orderStatuses) as OrderStatus[]).reverse().map((status) => [orderStatuses[status].label, status]))].reverse()

export function OrderToolbar({ filter: { search, status, from, to, affiliate = null } }: { filter: OrderFilter }) {
  const seesAll = useMay()('see_orders')
  const isNarrowed = Boolean(search || status || from || to || affiliate)
  return (
    <AdminToolbar
      only={<AffiliateFilter affiliate={affiliate} />}
      search={{ label: 'Find an order', placeholder: `Order, phone, name, product${seesAll ? ', receipt' : ''}`, value: search }}
      isNarrowed={isNarrowed}
    >
      {seesAll && (
        <SelectField label="Status" name="status" defaultValue={status ?? ''}>
          <option value="">Every status</option>
          {choices.map(([label, value]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <Field label="From" type="date" name="from" defaultValue={from} />
      <Field label="To" type="date" name="to" defaultValue={to} />
    </AdminToolbar>
  )
}
