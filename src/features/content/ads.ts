import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { referralSetCookie } from '#core/cookie.ts'
import { isUuid } from '#core/page-of.ts'
import { tryConsume } from '#core/rate-limit.ts'
import { resource } from '#core/resource.ts'
import { instant, jsonOf } from '#core/select-of.ts'
import { adColumns } from '#domain/home-content.ts'
import { Problem } from '#domain/problem.ts'
import { isBot, noReferral } from '#domain/referral.ts'
import { shownContent } from '#features/content/promotions.ts'
import { columnFiles } from '#features/files/require-stored.ts'

/** A row of `ads`, joined with the promotional content it links to. */
export const adRow = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  target_url: z.string(),
  promotional_content_id: z.uuid().nullable(),
  promotional_content: shownContent.nullable().meta({ description: 'The content it links to' }),
  image_url: z.string().nullable(),
  is_active: z.boolean(),
  is_sponsored: z.boolean().meta({ description: 'An ad of a network, which stays covered until a visitor opens it' }),
  has_embed: z.boolean().meta({ description: 'Whether code of its network runs in a frame, once a visitor has opened it' }),
  embed_code: z.string().nullable().optional().meta({ description: 'For admins. The code of the network' }),
  click_count: z.int().optional().meta({ description: 'For admins. Counted by the shop alone' }),
  created_by: z.uuid().nullable().optional().meta({ description: 'For admins' }),
  created_at: instant,
})
export type AdRow = z.infer<typeof adRow>
/** What of it is no column. */
export const adReads = {
  has_embed: sql`embed_code is not null`,
  promotional_content: sql`(select ${jsonOf(shownContent, 'p')} from promotional_content p where p.id = ads.promotional_content_id)`,
}

/** Ads of the home page, each joined with the promotional content it links to. Visitors see no content that is switched off. */
export const ads = resource({
  ...{ table: 'ads', one: 'ad', notFound: 'ad_not_found', writes: 'write_content', shownBy: 'is_active', isPublic: true },
  columns: adColumns,
  files: columnFiles,
  row: adRow,
  reads: adReads,
  forStaff: ['embed_code', 'click_count', 'created_by'],
  shown: (ad) => (ad.promotional_content?.is_active ? ad : { ...ad, promotional_content_id: null, promotional_content: null }),
  pages: { by: 'created_at', isNewestFirst: true, filters: ['is_active'], search: 'title' },
  violations: { ads_promotional_content_id_fkey: { promotional_content_id: "We don't know this promotional content." } },
  async removing(tx, { id }) {
    // Skips clicks that the job is just deleting: the job locks clicks before ads, so waiting for it could deadlock.
    await tx.execute(sql`
      delete from ad_clicks where (ad_id, visitor_id, day) in (select ad_id, visitor_id, day from ad_clicks where ad_id = ${id} for update skip locked)`)
    return {}
  },
})
export const { list: listAds, get: getAd, create: createAd, change: changeAd, remove: deleteAd } = ads

/** The network code of an ad that is switched on; null for every other ad. */
export async function findEmbed({ db }: Pick<Context, 'db'>, id: string): Promise<{ title: string; code: string } | null> {
  if (!isUuid(id)) return null
  const { rows } = await db.execute<{ title: string; code: string }>(
    sql`select title, embed_code as code from ads where id = ${id} and is_active and is_sponsored and embed_code is not null`,
  )
  return rows[0] ?? null
}

interface AdClickAnswer {
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
