import { createRoute, z } from '@hono/zod-openapi'
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
import {
  type Api,
  exampleId,
  flagFilter,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  noContent,
  onceHeaders,
  pagesOf,
  paging,
  pathId,
  refusals,
  searchParameters,
  withBody,
} from '#server/declare.ts'

const tags = ['promotional_content']
const path = '/promotional_content'
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
export const contentQuery = z.strictObject({
  ...searchParameters('In the title'),
  is_active: flagFilter.openapi({ description: 'What is off is there for admins alone' }),
  ...paging,
})

const list = createRoute({
  method: 'get',
  path,
  operationId: 'listPromotionalContent',
  tags,
  summary: 'Promotional content, newest first',
  description: 'What is switched on; for admins also what is off.',
  request: { query: contentQuery },
  responses: pagesOf(promotion),
})

const get = createRoute({
  method: 'get',
  path: `${path}/{id}`,
  operationId: 'getPromotionalContent',
  tags,
  summary: 'One piece of promotional content',
  request: { params: pathId('promotional content') },
  responses: { 200: jsonResponse(promotion, 'The content'), ...refusals('promotion_not_found') },
})

const create = createRoute({
  method: 'post',
  path,
  operationId: 'createPromotionalContent',
  tags,
  summary: 'Make promotional content',
  description:
    'A picture or a video is uploaded first, to `promotional-images` or `promotional-videos`, or fetched from the public https address given as `content_url` within 15 seconds, at most 10 MB and 50 MB. Who made it and when, the shop writes.',
  request: { headers: onceHeaders, body: jsonBody(newPromotion, { title: 'School shoes are here', content_type: 'image', content_url: contentUrl }) },
  responses: { 201: jsonResponse(promotion, 'The content'), ...refusals(...withBody, 'signed_out', 'forbidden', 'made_already', ...withFetching) },
})

const change = createRoute({
  method: 'patch',
  path: `${path}/{id}`,
  operationId: 'updatePromotionalContent',
  tags,
  summary: 'Change promotional content, or switch it on or off',
  description: 'Only what is named changes. A file that is let go of is removed in time.',
  request: { params: pathId('promotional content'), body: jsonBody(promotionChanges, { is_active: false }) },
  responses: {
    200: jsonResponse(promotion, 'The content as it is now'),
    ...refusals(...withBody, 'signed_out', 'forbidden', 'promotion_not_found', ...withFetching),
  },
})

const remove = createRoute({
  method: 'delete',
  path: `${path}/{id}`,
  operationId: 'deletePromotionalContent',
  tags,
  summary: 'Delete promotional content',
  description: 'Ads that link to it stay without it; its files are removed in time.',
  request: { params: pathId('promotional content') },
  responses: { 204: noContent, ...refusals('cross_site', 'signed_out', 'forbidden', 'promotion_not_found') },
})

export function promotionRoutes(api: Api) {
  api.openapi(list, async (c) => c.json(await listPromotions(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(get, async (c) => c.json(await getPromotion(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(create, async (c) => c.json(await createPromotion(c.var.ctx, c.req.valid('json'), c.req.valid('header')['Idempotency-Key']), 201))
  api.openapi(change, async (c) => c.json(await changePromotion(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(remove, async (c) => {
    await deletePromotion(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
}
