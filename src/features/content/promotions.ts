import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { resource } from '#core/resource.ts'
import { enumOf, instant } from '#core/select-of.ts'
import { contentRefusal, contentTypes, promotionColumns } from '#domain/home-content.ts'
import { columnFiles } from '#features/files/require-stored.ts'

/** What is shown of promotional content, on its own or within an ad. */
export const shownContent = z.object({
  title: z.string(),
  description: z.string().nullable(),
  content_type: enumOf(contentTypes),
  content_url: z.string().nullable().meta({ description: 'A picture or a video of our own storage; of a text, where it leads' }),
  poster_url: z.string().nullable().meta({ description: 'A picture for where the video cannot be played' }),
  is_active: z.boolean(),
})

/** A row of `promotional_content`. */
export const promotionRow = z.object({
  id: z.uuid(),
  ...shownContent.shape,
  created_by: z.uuid().nullable().optional().meta({ description: 'For admins' }),
  created_at: instant,
})
export type PromotionRow = z.infer<typeof promotionRow>

/** Texts, pictures and videos of the home page. Ads that link to one stay without it. */
export const promotions = resource({
  ...{ table: 'promotional_content', one: 'promotion', notFound: 'promotion_not_found', writes: 'write_content' },
  ...{ shownBy: 'is_active', isPublic: true },
  columns: promotionColumns,
  files: columnFiles,
  row: promotionRow,
  forStaff: ['created_by'],
  pages: { by: 'created_at', isNewestFirst: true, filters: ['is_active'], search: 'title' },
  refuse: contentRefusal,
  // A change of an ad also locks the ad before its content, so the two cannot deadlock.
  lockFirst: (tx, id) => tx.execute(sql`select from ads where promotional_content_id = ${id} order by id for update`),
})
export const { list: listPromotions, get: getPromotion, create: createPromotion, change: changePromotion, remove: deletePromotion } = promotions
