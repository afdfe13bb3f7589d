import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { isoText } from '#core/select-of.ts'
import { countedPayoutStatuses, payoutsPerDay, payoutTriesPerDay } from '#domain/payout.ts'

/**
 * When the limit of a day lets the affiliate's next request for a payout through: a whole minute, ISO 8601, and in how many `seconds` that is; null if now.
 * Requests that were rejected, cancelled or could not be paid do not count, but for the wider limit of all requests. Counted by their rows: a refused request has used nothing up.
 */
export async function nextRequest({ db, now }: Context, affiliateId: string): Promise<{ at: string; seconds: number } | null> {
  const { rows } = await db.execute<{ at: string; seconds: number }>(sql`
    with mine as (select requested_at, status from affiliate_payouts where affiliate_id = ${affiliateId}),
    latest as (
      (select requested_at from mine where status = any(${`{${countedPayoutStatuses.join(',')}}`}::text[]) order by requested_at desc offset ${payoutsPerDay - 1} limit 1)
      union all (select requested_at from mine order by requested_at desc offset ${payoutTriesPerDay - 1} limit 1)
    ),
    next as (select date_trunc('minute', max(requested_at) + interval '1 day 1 minute') as at from latest)
    select ${isoText(sql`at`)} as at, extract(epoch from at - ${now})::float8 as seconds from next where at > ${now}`)
  return rows[0] ?? null
}
