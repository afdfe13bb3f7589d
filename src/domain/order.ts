import { isPoint, type OptionKind } from '#domain/delivery-options.ts'
import type { UseCase } from '#domain/roles.ts'

/** Every order status of spec §4 with its label and badge tone (look.md, Badges). */
export const orderStatuses = {
  pending: { label: 'Awaiting Payment', tone: 'amber', waiting: true },
  awaiting_payment: { label: 'Awaiting Payment', tone: 'amber', waiting: true },
  payment_failed: { label: 'Payment Failed', tone: 'bad-solid', waiting: false },
  buyer_not_paid: { label: 'Buyer Not Paid', tone: 'bad', waiting: false },
  waiting_shipment: { label: 'Paid - Ready to Ship', tone: 'leaf', waiting: false },
  awaiting_shipment: { label: 'Awaiting Shipment', tone: 'lake', waiting: true },
  confirmed: { label: 'Confirmed', tone: 'lake', waiting: false },
  shipped: { label: 'Shipped', tone: 'jac', waiting: false },
  delivered: { label: 'Delivered', tone: 'leaf-solid', waiting: false },
  cancelled: { label: 'Cancelled', tone: 'grey', waiting: false },
  commission_earned: { label: 'Commission Earned', tone: 'jac-solid', waiting: false },
} as const

export type OrderStatus = keyof typeof orderStatuses

export function isOrderStatus(text: string): text is OrderStatus {
  return Object.hasOwn(orderStatuses, text)
}

/** What people read of an order that its buyer comes for. */
export const labelsAtPoint: Partial<Record<OrderStatus, string>> = { shipped: 'Ready to collect', delivered: 'Collected' }

/** The label of a status; any other value is title-cased with underscores as spaces (spec §4). @param kind of the order's delivery, where people read its state */
export function statusLabel(status: string, kind: OptionKind | null = null): string {
  const atPoint = isPoint(kind) && isOrderStatus(status) && labelsAtPoint[status]
  if (atPoint) return atPoint
  if (isOrderStatus(status)) return orderStatuses[status].label
  return status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Every status with the same label as this one; filters of orders treat them as one. */
export function statusesLike(status: OrderStatus): OrderStatus[] {
  return (Object.keys(orderStatuses) as OrderStatus[]).filter((each) => orderStatuses[each].label === orderStatuses[status].label)
}

/** The statuses in which an order waits for payment and holds its stock. */
export const unpaidStatuses = ['pending', 'awaiting_payment', 'payment_failed'] as const satisfies OrderStatus[]

export function isUnpaid(status: string): boolean {
  return (unpaidStatuses as readonly string[]).includes(status)
}

/** The statuses in which an order is paid or confirmed and not yet shipped. */
export const unshippedStatuses = ['waiting_shipment', 'awaiting_shipment', 'confirmed'] as const satisfies OrderStatus[]

/** Whether the pairs of an order were shipped: then only an admin can record that they came back. */
export function hasLeftShop(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'delivered' || status === 'commission_earned'
}

/** Whether the pairs of an order may still be shipped, once it is paid. */
export function mayLeaveShop(status: OrderStatus): boolean {
  return isUnpaid(status) || (unshippedStatuses as readonly OrderStatus[]).includes(status)
}

/** Whether the buyer has received the pairs. */
export function isDelivered(status: OrderStatus): boolean {
  return status === 'delivered' || status === 'commission_earned'
}

/**
 * What an admin may do to an order: the panel's buttons, the verb's check and the SQL's condition all read this table (spec §4).
 * `done` is the message of spec §8, `needs` whose act it is (roles.ts).
 */
export const orderActions = {
  confirm: {
    from: ['pending'],
    to: 'confirmed',
    label: 'Confirm Order',
    done: 'Order confirmed and ready for delivery (payment assumed)!',
    needs: 'change_orders',
  },
  ship: { from: ['waiting_shipment', 'awaiting_shipment'], to: 'shipped', label: 'Confirm Shipment', done: 'Order updated', needs: 'ship_orders' },
  deliver: { from: ['shipped', 'confirmed'], to: 'delivered', label: 'Mark as Delivered', done: 'Order marked as delivered.', needs: 'ship_orders' },
  cancel: {
    from: [
      'pending',
      'awaiting_payment',
      'payment_failed',
      'buyer_not_paid',
      'waiting_shipment',
      'awaiting_shipment',
      'confirmed',
      'shipped',
      'delivered',
      'commission_earned',
    ],
    to: 'cancelled',
    label: 'Cancel',
    done: 'Order cancelled.',
    needs: 'change_orders',
  },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus; label: string; done: string; needs: UseCase }>

export type OrderAction = keyof typeof orderActions

/** The action that leads to a status, for routes that take a status (`PATCH orders`, spec §7); null where none does. */
export function actionTo(status: string): OrderAction | null {
  return (Object.keys(orderActions) as OrderAction[]).find((action) => orderActions[action].to === status) ?? null
}

/** The actions allowed in a status, in the order of their buttons. */
export function actionsFrom(status: OrderStatus): OrderAction[] {
  return (Object.keys(orderActions) as OrderAction[]).filter((action) => (orderActions[action].from as readonly OrderStatus[]).includes(status))
}

/** The transitions that payments cause, beside the admin's actions. Both together are the database's table `transitions`. */
export const paymentMoves = {
  promptSent: { from: ['pending', 'payment_failed', 'awaiting_payment'], to: 'awaiting_payment' },
  failed: { from: ['pending', 'awaiting_payment'], to: 'payment_failed' },
  expired: { from: ['pending', 'awaiting_payment', 'payment_failed'], to: 'buyer_not_paid' },
  paid: { from: ['pending', 'awaiting_payment', 'payment_failed', 'buyer_not_paid'], to: 'waiting_shipment' },
  /** An admin who has seen the receipt may record a payment even for a cancelled order (decisions, Orders and payments). */
  recorded: { from: ['awaiting_payment', 'payment_failed', 'buyer_not_paid', 'cancelled'], to: 'waiting_shipment' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>

/** Every transition that `order_events` may ever contain. */
export function allTransitions(): { from: OrderStatus; to: OrderStatus }[] {
  const moves = [...Object.values(orderActions), ...Object.values(paymentMoves)]
  const pairs = new Map(
    moves.flatMap(({ from, to }) => from.map((start) => [`${start}>${to}`, { from: start as OrderStatus, to: to as OrderStatus }])),
  )
  return [...pairs.values()]
}
