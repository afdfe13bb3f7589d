import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { CommissionState, CommissionStatus, ReferredOrder } from '#domain/commission.ts'
import { fromShillings } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order.ts'
import { isTakenBack } from '#features/orders/referral-facts.ts'

export interface OrderAndCommission {
  order: ReferredOrder & { id: string; shortCode: string; affiliateId: string }
  commission: (CommissionState & { id: string }) | null
}

/** A referred order and its commission, read under the locks of both; null when the order has no affiliate. */
export async function readCommission(tx: Database, orderId: string): Promise<OrderAndCommission | null> {
  const { rows } = await tx.execute<Row>(sql`
    select o.id, o.short_code, o.affiliate_id, o.status, o.paid_at is not null as is_paid, o.discarded_at is not null as is_discarded,
      coalesce(c.is_own, false) or is_own_purchase(o.id) as is_own, p.deleted_at is not null as is_affiliate_deleted,
      visit_ended_by_another(o.id) as is_visit_over, c.id as commission_id, c.status as commission_status, c.commission_amount, c.rejected_by is null as is_by_system, c.reason,
      (select coalesce(sum(amount), 0) from commission_deductions d where d.commission_id = c.id and d.kind = 'payout') as paid_out,
      ${isTakenBack} as is_clawed_back
    from orders o join profiles p on p.id = o.affiliate_id left join affiliate_commissions c on c.order_id = o.id
    where o.id = ${orderId} and o.affiliate_id is not null`)
  const row = rows[0]
  if (!row) return null
  return {
    order: {
      id: row.id,
      shortCode: row.short_code,
      affiliateId: row.affiliate_id,
      status: row.status,
      isPaid: row.is_paid,
      isDiscarded: row.is_discarded,
      isOwn: row.is_own,
      isAffiliateDeleted: row.is_affiliate_deleted,
      isVisitOver: row.is_visit_over,
    },
    commission: row.commission_id
      ? {
          id: row.commission_id,
          status: row.commission_status,
          amount: fromShillings(row.commission_amount),
          isBySystem: row.is_by_system,
          reason: row.reason,
          paidOut: fromShillings(row.paid_out),
          isClawedBack: row.is_clawed_back,
        }
      : null,
  }
}

interface Row extends Record<string, unknown> {
  id: string
  short_code: string
  affiliate_id: string
  status: OrderStatus
  is_paid: boolean
  is_discarded: boolean
  is_own: boolean
  is_affiliate_deleted: boolean
  is_visit_over: boolean
  commission_id: string | null
  commission_status: CommissionStatus
  commission_amount: string
  is_by_system: boolean
  reason: string | null
  paid_out: string
  is_clawed_back: boolean
}
