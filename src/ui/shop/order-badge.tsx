import { isOrderStatus, orderStatuses, statusLabel } from '#domain/order.ts'
import { Badge } from '#ui/kit/badge.tsx'

/** Unknown statuses are grey and title-cased (spec §4). */
export function OrderBadge({ status }: { status: string }) {
  const { tone, waiting } = isOrderStatus(status) ? orderStatuses[status] : { tone: 'grey' as const, waiting: false }
  return (
    <Badge tone={tone} waiting={waiting}>
      {statusLabel(status)}
    </Badge>
  )
}
