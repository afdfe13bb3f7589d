import { maxCounted } from '#domain/counting.ts'
import { may, type StaffRole, type UseCase } from '#domain/roles.ts'

/** What waits for somebody in the panel, by kind (features/orders/count-open-work.ts). */
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

/** `3 to pack, 1 refund due`; what is none is left out, and `nothing` is said of nothing. */
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
