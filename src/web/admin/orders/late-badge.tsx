import { dayText } from '#domain/delivery-days.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import { Badge } from '#ui/kit/badge.tsx'

/** `Late: Wed 25 Nov` of an order that has not come by the last promised day. */
export function LateBadge({ order }: { order: Pick<OrderRow, 'late_at' | 'promised_to'> }) {
  return order.late_at !== null && order.promised_to !== null && <Badge tone="bad">Late: {dayText(order.promised_to)}</Badge>
}
