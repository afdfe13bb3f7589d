import { lateStatuses } from '#domain/delivery-promise.ts'
import { maxCounted } from '#domain/limits.ts'
import { isDelivered, type OrderStatus, unshippedStatuses } from '#domain/order.ts'
import { may, type StaffRole, type UseCase } from '#domain/roles.ts'

/** What waits for somebody in the panel, by kind (features/orders/list-work.ts). */
export interface OpenWork {
  pack: number
  send: number
  refunds: number
  reviews: number
  commissions: number
  payouts: number
}

const needs: Record<keyof OpenWork, UseCase> = {
  pack: 'ship_orders',
  send: 'ship_orders',
  refunds: 'take_payments',
  reviews: 'take_payments',
  commissions: 'pay_affiliates',
  payouts: 'pay_affiliates',
}

/** What of it waits for somebody with this role. */
export function openWorkOf(who: { role: StaffRole | null }, work: OpenWork): OpenWork {
  const counts = (Object.keys(needs) as (keyof OpenWork)[]).map((kind) => [kind, may(who, needs[kind]) ? work[kind] : 0])
  return Object.fromEntries(counts) as Record<keyof OpenWork, number>
}

/** How much waits in each section that counts: the yellow counts of its menu. */
export function waitingBySection({ pack, send, refunds, reviews, commissions, payouts }: OpenWork) {
  return { orders: Math.min(pack + send + refunds + reviews, maxCounted + 1), commissions, payouts }
}

/** How much waits in all of them: the number in the title of the tab. */
export function waitingInAll(work: OpenWork): number {
  const { orders, commissions, payouts } = waitingBySection(work)
  return Math.min(orders + commissions + payouts, maxCounted + 1)
}

/** `3 to pack, 1 refund due`; what has no number is left out, and `nothing` where all is left out. */
export function openWorkWords({ pack, send, refunds, reviews, payouts }: OpenWork): string {
  const parts = [
    [pack, 'to pack', 'to pack'],
    [send, 'to send', 'to send'],
    [refunds, 'refund due', 'refunds due'],
    [reviews, 'payment with a problem', 'payments with a problem'],
    [payouts, 'payout requested', 'payouts requested'],
  ] as const
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
      .join(', ') || 'nothing'
  )
}

/**
 * The queues of Order Management: paid orders by what has to be done next. The links, the counts and the SQL read this table. Being packed is a time on the
 * order, never a status; `isPacked` is null where it does not matter. What is late (`isLate`) stands in another queue as well.
 */
export const workQueues = {
  pack: { label: 'To pack', statuses: unshippedStatuses, isPacked: false, isLate: false },
  send: { label: 'To send', statuses: unshippedStatuses, isPacked: true, isLate: false },
  way: { label: 'On the way', statuses: ['shipped'], isPacked: null, isLate: false },
  late: { label: 'Late', statuses: lateStatuses, isPacked: null, isLate: true },
} as const satisfies Record<string, { label: string; statuses: readonly OrderStatus[]; isPacked: boolean | null; isLate: boolean }>

export type WorkQueue = keyof typeof workQueues

/** For how long who packs still opens an order that has been delivered: the buyer may call about it. */
const deliveredDays = 7

/** Whether an order is the work of somebody who packs and ships, and sees no others. */
export function isPackersWork({
  status,
  timeline,
  now,
}: {
  status: OrderStatus
  timeline: { status: OrderStatus; at: string }[]
  now: string
}): boolean {
  if ((packersStatuses as readonly OrderStatus[]).includes(status)) return true
  const deliveredAt = timeline.findLast((step) => step.status === 'delivered')?.at
  return isDelivered(status) && deliveredAt !== undefined && Date.parse(now) - Date.parse(deliveredAt) < deliveredDays * 86_400_000
}

/** The statuses in their list. */
export const packersStatuses = lateStatuses

/** Whether an order can be marked as packed, or as not packed after all: until it is shipped. */
export function mayPack(status: OrderStatus): boolean {
  return (unshippedStatuses as readonly OrderStatus[]).includes(status)
}

interface Line {
  name: string
  size: string
  quantity: number
  image_url: string | null
}

/** What was bought, in one row of a list: the first line, and how many pairs and other products there are. */
export interface Bought {
  name: string
  size: string
  image_url: string | null
  pairs: number
  /** Lines beside the first. */
  more: number
}

/** `Mbio Runner, Mango and 1 more`; the size stands before it, because that is what a packer looks for. */
export function boughtName({ name, more }: Pick<Bought, 'name' | 'more'>): string {
  return more > 0 ? `${name} and ${more} more` : name
}

/** The lines in short; null for no lines. */
export function summariseLines(lines: Line[]): Bought | null {
  const [first] = lines
  if (!first) return null
  return {
    name: first.name,
    size: first.size,
    image_url: first.image_url,
    pairs: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    more: lines.length - 1,
  }
}
