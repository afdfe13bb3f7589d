import { type SQL, sql } from 'drizzle-orm'

/** SQL: how many visits of a visitor by an affiliate's link have ended with a paid order. */
export function endedVisits(affiliateId: SQL, visitorId: SQL): SQL {
  return sql`(select count(*)::integer from orders w where w.affiliate_id = ${affiliateId} and w.visitor_id = ${visitorId}
    and w.converted_at is not null)`
}

/**
 * SQL: what counts as a paid referral, in every figure by day and in the panel: the order `o` was paid, by another person than its affiliate, and is not cancelled.
 * `c` is its commission, where it has one.
 */
export const isReferral = sql`o.paid_at is not null and o.status <> 'cancelled' and o.discarded_at is null and not coalesce(c.is_own, false)`

/** SQL: the commission `c` was taken back, because its order was cancelled after a payout had paid or promised it. */
export const isTakenBack = sql`exists (select from commission_deductions d where d.commission_id = c.id and d.kind = 'clawback' and d.undone_at is null)`
