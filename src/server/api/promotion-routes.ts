import type { ProblemCode } from '#domain/problem.ts'
import {
  changePromotion,
  createPromotion,
  deletePromotion,
  getPromotion,
  listPromotions,
  newPromotion,
  promotionChanges,
  promotionRow,
} from '#features/content/promotions.ts'
import { addTable } from '#server/api/table-routes.ts'
import { type Api, exampleId, flagFilter, mergeSearchAlias, namedSchema, paging, searchParameters } from '#server/declare.ts'

const contentUrl = '/files/promotional-images/images/1763680000000.webp'

/** Further problems of a write, because it may fetch a file from another site. */
export const withFetching: ProblemCode[] = ['too_many', 'storage_full', 'storage_failed']

const promotion = namedSchema('PromotionalContent', promotionRow, {
  id: exampleId,
  title: 'School shoes are here',
  description: 'Sizes 30 to 40, from KSh 1,800.',
  content_type: 'image',
  content_url: contentUrl,
  poster_url: null,
  is_active: true,
  created_at: '2026-11-20T21:00:00.000Z',
})

/** Query parameters of lists of ads and promotions. */
export const contentQuery = {
  ...searchParameters('In the title'),
  is_active: flagFilter.openapi({ description: 'What is off is there for admins alone' }),
  ...paging,
}

export function promotionRoutes(api: Api) {
  addTable(api, {
    ...{ path: '/promotional_content', tag: 'promotional_content', name: 'PromotionalContent', noun: 'content' },
    row: promotion,
    notFound: 'promotion_not_found',
    writes: 'write_content',
    list: {
      name: 'listPromotionalContent',
      summary: 'Promotional content, newest first',
      description: 'What is switched on; for admins also what is off.',
      query: contentQuery,
      verb: (ctx, query) => listPromotions(ctx, mergeSearchAlias(query)),
    },
    get: { summary: 'One piece of promotional content', verb: getPromotion },
    create: {
      summary: 'Make promotional content',
      description:
        'A picture or a video is uploaded first, to `promotional-images` or `promotional-videos`, or fetched from the public https address given as `content_url` within 15 seconds, at most 10 MB and 50 MB. Who made it and when, the shop writes.',
      input: newPromotion,
      example: { title: 'School shoes are here', content_type: 'image', content_url: contentUrl },
      verb: createPromotion,
      problems: withFetching,
    },
    change: {
      summary: 'Change promotional content, or switch it on or off',
      description: 'Only what is named changes. A file that is let go of is removed in time.',
      input: promotionChanges,
      example: { is_active: false },
      verb: changePromotion,
      problems: withFetching,
    },
    remove: {
      summary: 'Delete promotional content',
      description: 'Ads that link to it stay without it; its files are removed in time.',
      verb: deletePromotion,
    },
  })
}
