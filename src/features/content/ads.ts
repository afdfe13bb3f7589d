import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { resource } from '#core/resource.ts'
import { instant } from '#core/row-fields.ts'
import { jsonOf } from '#core/select-of.ts'
import { adColumns } from '#domain/home-content.ts'
import { shownContent } from '#features/content/promotions.ts'
import { columnFiles } from '#features/files/column-files.ts'

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
  ...{ table: 'ads', one: 'ad', notFound: 'ad_not_found', writes: 'write_content', shownBy: 'is_active' },
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
