import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { tryConsume } from '#core/rate-limit.ts'
import { referralSetCookie } from '#core/referral-cookie.ts'
import { Problem } from '#domain/problem.ts'
import { isBot, noReferral } from '#domain/referral.ts'

/** The network code of an ad that is switched on; null for every other ad. */
export async function findEmbed({ db }: Pick<Context, 'db'>, id: string): Promise<{ title: string; code: string } | null> {
  if (!isUuid(id)) return null
  const { rows } = await db.execute<{ title: string; code: string }>(
    sql`select title, embed_code as code from ads where id = ${id} and is_active and is_sponsored and embed_code is not null`,
  )
  return rows[0] ?? null
}

export interface AdClickAnswer {
  /** False for a click that does not count: a bot, the same visitor again today, too many from one network. */
  recorded: boolean
  /** Set-Cookie values: a browser without a visitor id gets one, without any affiliate's link. */
  cookies: string[]
}

/**
 * Counts a visitor's click on an ad: once per visitor and day in Nairobi, in any number of processes. For that day the shop keeps only a visitor id that it
 * made up. Problem `ad_not_found`, also for an ad that is switched off.
 */
export async function countClick(ctx: Context, id: string, { userAgent }: { userAgent: string | null }): Promise<AdClickAnswer> {
  const { rows } = isUuid(id) ? await ctx.db.execute(sql`select from ads where id = ${id} and is_active`) : { rows: [] }
  if (rows.length === 0) throw new Problem('ad_not_found')
  if (isBot(userAgent)) return { recorded: false, cookies: [] }
  const { address, referral } = ctx.actor
  const visitorId = referral.visitorId ?? randomUUID()
  const keys = { ad_click_address: address, ad_click_ad: address && `${id} ${address}` }
  if (!(await tryConsume(ctx, keys, `${id} ${visitorId}`))) return { recorded: false, cookies: [] }
  const { recorded, now } = await write(ctx, id, visitorId)
  return { recorded, cookies: referral.visitorId ? [] : [referralSetCookie(ctx.services, { ...noReferral, visitorId }, now)] }
}

/** Locks the ad first, because its count needs it: a simultaneous deletion or click waits for this one, so that no two deadlock. */
async function write(ctx: Context, id: string, visitorId: string): Promise<{ recorded: boolean; now: number }> {
  const { rows } = await ctx.db.execute<{ recorded: boolean; now: string }>(sql`
    with ad as (select id from ads where id = ${id} and is_active for no key update),
      click as (insert into ad_clicks (ad_id, visitor_id, day) select id, ${visitorId}::uuid, (${ctx.now} at time zone 'Africa/Nairobi')::date from ad
        on conflict do nothing returning ad_id)
    select exists (select from click) as recorded, extract(epoch from ${ctx.now}) * 1000 as now`)
  return { recorded: rows[0]?.recorded ?? false, now: Number(rows[0]?.now) }
}
