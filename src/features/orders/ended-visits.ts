import { type SQL, sql } from 'drizzle-orm'

/** SQL: how many visits of a visitor by an affiliate's link have ended with a paid order. */
export function endedVisits(affiliateId: SQL, visitorId: SQL): SQL {
  return sql`(select count(*)::integer from orders w where w.affiliate_id = ${affiliateId} and w.visitor_id = ${visitorId}
    and w.converted_at is not null)`
}
