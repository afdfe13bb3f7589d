import { sql } from 'drizzle-orm'
import { anonymous, type Context, requirePermission } from '#core/context.ts'
import { selectOf } from '#core/select-of.ts'
import { adMedia, mediaOf } from '#domain/home-content.ts'
import { type StripEntry, stripHref, stripLimit } from '#domain/strip-rules.ts'
import { type AdRow, adReads, adRow, ads } from '#features/content/ads.ts'
import { type PromotionRow, promotionRow } from '#features/content/promotions.ts'

/**
 * The strip of the home page: ads and promotional content that are switched on, newest first (spec §2, §7) and those of networks last, the same for all visitors. Content that an ad shows
 * as its own appears once, with the ad.
 */
export async function listStrip({ db, services }: Pick<Context, 'db' | 'services'>): Promise<StripEntry[]> {
  // Each of the ads may replace one of the promotions.
  const { rows } = await db.execute<{ ads: AdRow[]; promotions: PromotionRow[] }>(sql`
    select array(select to_json(ad) from (
        select ${selectOf(adRow, 'ads', adReads)} from ads where is_active order by ads.created_at desc, id desc limit ${stripLimit}) ad) as ads,
      array(select to_json(shown) from (
        select ${selectOf(promotionRow, 'promotional_content')} from promotional_content where is_active
        order by promotional_content.created_at desc, id desc limit ${2 * stripLimit}) shown) as promotions`)
  const shownAds = rows[0]?.ads.map((ad) => ads.seen(ad as never, anonymous)) ?? []
  const shownPromotions = rows[0]?.promotions ?? []
  const carried = new Set(shownAds.map((ad) => (ad.image_url === null ? ad.promotional_content_id : null)))
  const { origin } = services.shop
  return [
    ...shownAds.map((ad) => ({ at: ad.created_at, entry: ofAd(ad, origin) })),
    ...shownPromotions.filter(({ id }) => !carried.has(id)).map((row) => ({ at: row.created_at, entry: ofPromotion(row, origin) })),
  ]
    .sort((a, b) => b.at.localeCompare(a.at) || b.entry.id.localeCompare(a.entry.id))
    .slice(0, stripLimit)
    .map(({ entry }) => entry)
    .sort((a, b) => Number(a.isSponsored) - Number(b.isSponsored))
}

function ofAd(ad: AdRow, origin: string): StripEntry {
  const { id, title, target_url, is_sponsored, has_embed } = ad
  const text = ad.description || ad.promotional_content?.description || null
  return { id, of: 'ad', title, text, media: adMedia(ad), href: stripHref(target_url, origin), isSponsored: is_sponsored, hasEmbed: has_embed }
}

function ofPromotion(row: PromotionRow, origin: string): StripEntry {
  const { id, title, description, content_type, content_url } = row
  const href = content_type === 'text' && content_url !== null ? stripHref(content_url, origin) : null
  return { id, of: 'promotion', title, text: description, media: mediaOf(row), href, isSponsored: false, hasEmbed: false }
}

interface NewStrip {
  ad: { title: string; description: string; target_url: string; image_url: string }
  promotion: { title: string; description: string; content_url: string }
}

/** Puts an ad, and below it a promotion, on the home page of a new shop. The ad's picture is stored already. */
export async function stockStrip(ctx: Pick<Context, 'db' | 'actor' | 'now'>, { ad, promotion }: NewStrip): Promise<void> {
  requirePermission(ctx, 'write_content')
  await ctx.db.transaction(async (tx) => {
    // Kept like an upload, so that an admin who saves the ad keeps its picture.
    await tx.execute(sql`
      insert into stored_files (stem, content_type, width, height) values (file_stem(${ad.image_url}), 'image/webp', 800, 640) on conflict do nothing`)
    await tx.execute(sql`
      insert into promotional_content (title, description, content_type, content_url, created_at)
      values (${promotion.title}, ${promotion.description}, 'text', ${promotion.content_url}, ${ctx.now} - interval '1 second')`)
    await tx.execute(sql`
      insert into ads (title, description, target_url, image_url, created_at)
      values (${ad.title}, ${ad.description}, ${ad.target_url}, ${ad.image_url}, ${ctx.now})`)
  })
}
