import type { OptionKind } from '#domain/delivery-options.ts'
import { isOrderStatus, orderStatuses, statusLabel } from '#domain/order.ts'
import { Badge } from '#ui/kit/badge.tsx'

/** Unknown statuses are grey and title-cased (spec §4). `kind` is that of the order's delivery. */
export function OrderBadge({ status, kind = null, label = statusLabel(status, kind) }: { status: string; kind?: OptionKind | null; label?: string }) {
  const { tone, waiting } = isOrderStatus(status) ? orderStatuses[status] : { tone: 'grey' as const, waiting: false }
  return (
    <Badge tone={tone} waiting={waiting}>
      {label}
    </Badge>
  )
}
