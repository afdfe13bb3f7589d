import type { OrderStatus } from '#domain/order.ts'

/** The stat cards of the admin panel and the text that says what each counts (decisions, Orders and payments). None counts discarded orders. */
export const storeFigures = {
  orders: { label: 'Total Orders', hint: 'Every order that was placed' },
  revenue: { label: 'Total Revenue', hint: 'Paid or confirmed orders' },
  pending: { label: 'Pending Orders', hint: 'Waiting for their money' },
  commissions: { label: 'Total Commissions', hint: 'Not rejected or taken back' },
} as const

/** Orders in count; revenue, commissions and the fees of delivery, which are part of the revenue, in KSh. */
export type StoreFigures = Record<keyof typeof storeFigures | 'deliveryFees', number>

/** The statuses behind Pending Orders. */
export const pendingStatuses = ['pending', 'awaiting_payment'] as const satisfies OrderStatus[]

/** The period that one column of a chart covers. */
export type ChartStep = 'day' | 'week' | 'month'

/** A size with at most this many pairs is low on stock. */
export const lowStock = 3
