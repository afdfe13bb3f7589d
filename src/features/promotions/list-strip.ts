import { adMedia, mediaOf } from '#domain/promotion.ts'
import { type StripEntry, stripHref, stripLimit } from '#domain/strip-rules.ts'
import type { AdRow } from '#features/ads/ad-row.ts'
import { listAds } from '#features/ads/list-ads.ts'
import { anonymous, type Context } from '#features/context.ts'
import { listPromotions } from '#features/promotions/list-promotions.ts'
import type { PromotionRow } from '#features/promotions/promotion-row.ts'

/**
 * What the strip of the home page shows: ads and promotional content that are on, newest first (spec §2, §7), whoever asks. Content that an ad shows as its own
 * stands there once, with the ad.
 */
export async function listStrip({ db, services }: Pick<Context, 'db' | 'services'>): Promise<StripEntry[]> {
  const visitor = { db, actor: anonymous }
  // Each of the ads may stand for one of the promotions.
  const [ads, promotions] = await Promise.all([listAds(visitor, { limit: stripLimit }), listPromotions(visitor, { limit: 2 * stripLimit })])
  const carried = new Set(ads.data.map((ad) => (ad.image_url === null ? ad.promotional_content_id : null)))
  const { origin } = services.shop
  return [
    ...ads.data.map((ad) => ({ at: ad.created_at, entry: ofAd(ad, origin) })),
    ...promotions.data.filter(({ id }) => !carried.has(id)).map((row) => ({ at: row.created_at, entry: ofPromotion(row, origin) })),
  ]
    .sort((a, b) => b.at.localeCompare(a.at) || b.entry.id.localeCompare(a.entry.id))
    .slice(0, stripLimit)
    .map(({ entry }) => entry)
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
