import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { referralSetCookie } from '#core/referral-cookie.ts'
import { noReferral } from '#domain/referral.ts'

/**
 * Remembers that an affiliate uses this browser: an order that it places by the affiliate's own link is their own purchase (decisions, Affiliates and wallet).
 * Answers the instant, in ms.
 */
export async function markVisitor(ctx: Pick<Context, 'db' | 'now'>, affiliateId: string, visitorId: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ now: string }>(sql`
    insert into affiliate_visitors (affiliate_id, visitor_id, last_seen_at, known_at) values (${affiliateId}, ${visitorId}, ${ctx.now}, ${ctx.now})
    on conflict (affiliate_id, visitor_id) do update set last_seen_at = excluded.last_seen_at returning extract(epoch from last_seen_at) * 1000 as now`)
  return Number(rows[0]?.now)
}

/**
 * The same for the browser in which the affiliate signs in. Answers Set-Cookie values: a browser without a visitor id gets one, without any affiliate's link.
 */
export async function markBrowser(ctx: Context, affiliateId: string): Promise<string[]> {
  const known = ctx.actor.referral.visitorId
  const visitorId = known ?? randomUUID()
  const now = await markVisitor(ctx, affiliateId, visitorId)
  return known ? [] : [referralSetCookie(ctx.services, { ...noReferral, visitorId }, now)]
}
