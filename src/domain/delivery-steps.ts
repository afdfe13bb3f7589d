import { isPoint, type OptionKind } from '#domain/delivery-options.ts'
import { hasLeftShop, isDelivered, type OrderStatus, unshippedStatuses } from '#domain/order.ts'

/** One of the four steps of an order that is paid or confirmed. */
export interface DeliveryStep {
  label: string
  isDone: boolean
  /** ISO 8601; null where it is not done, or its time is not known. */
  at: string | null
  /** Who took it. */
  note: string | null
}

export interface StepsOrder {
  status: OrderStatus
  paid_at: string | null
  packed_at: string | null
  delivery_kind: OptionKind | null
  timeline: readonly { status: OrderStatus; at: string }[]
  /** Null until it was shipped. */
  parcel: { by_rider: boolean; on_the_way_at: string | null; handed_over_at: string | null } | null
}

/** How far an order is; none while it is unpaid, and for one that is closed. @param receiver who took it from the rider; null where the reader may not know */
export function deliverySteps(order: StepsOrder, receiver: string | null): DeliveryStep[] {
  const { status, paid_at, packed_at, delivery_kind, timeline, parcel } = order
  const [hasLeft, hasCome] = [hasLeftShop(status), isDelivered(status)]
  if (!hasLeft && !(unshippedStatuses as readonly OrderStatus[]).includes(status)) return []
  const isCollected = isPoint(delivery_kind)
  const at = (wanted: OrderStatus) => timeline.findLast((step) => step.status === wanted)?.at ?? null
  const step = (label: string, isDone: boolean, when: string | null, note: string | null = null) => ({
    label,
    isDone,
    at: isDone ? when : null,
    note,
  })
  const shipped = at('shipped')
  const setOut = parcel?.by_rider ? parcel.on_the_way_at : shipped
  return [
    step(at('confirmed') ? 'Confirmed' : 'Paid', true, paid_at),
    // A point has no way of its own to it: what was shipped there is what can be collected.
    hasLeft && !isCollected ? step('Shipped', true, shipped) : step('Packed', hasLeft || packed_at !== null, packed_at),
    isCollected ? step('Ready to collect', hasLeft, shipped) : step('On its way', hasCome || (hasLeft && setOut !== null), setOut),
    step(
      isCollected ? 'Collected' : 'Delivered',
      hasCome,
      at('delivered'),
      hasCome && parcel?.handed_over_at && receiver ? `Handed over to ${receiver}` : null,
    ),
  ]
}
