import type { OrderStatus } from '#domain/order.ts'

/** What the stat cards of the admin panel count (decisions, Orders and payments); each card says so. Discarded orders are in none of them. */
export const storeFigures = {
  orders: { label: 'Total Orders', hint: 'Every order that was placed' },
  revenue: { label: 'Total Revenue', hint: 'Paid or confirmed, and not cancelled' },
  pending: { label: 'Pending Orders', hint: 'Waiting for their money' },
  commissions: { label: 'Total Commissions', hint: 'Without rejected ones and what was taken back' },
} as const

/** Orders in count; revenue and commissions in KSh. */
export type StoreFigures = Record<keyof typeof storeFigures, number>

/** The statuses behind Pending Orders. */
export const pendingStatuses = ['pending', 'awaiting_payment'] as const satisfies OrderStatus[]

/** What one column of a chart stands for; the longer the period, the more. */
export type ChartStep = 'day' | 'week' | 'month'

/** A size with no more pairs than this is running low. */
export const lowStock = 3
