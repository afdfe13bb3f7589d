import { dayText, isLate } from '#domain/late-order.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import { Badge } from '#ui/kit/badge.tsx'

/** `Late: Wed 25 Nov` of an order that has not come by the last promised day. */
export function LateBadge({ order }: { order: Pick<OrderRow, 'status' | 'late_at' | 'delivery_kind' | 'promised_to'> }) {
  return isLate(order) && order.promised_to !== null && <Badge tone="bad">Late: {dayText(order.promised_to)}</Badge>
}
