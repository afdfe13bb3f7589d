import { createRoute, z } from '@hono/zod-openapi'
import { adChanges, adRow, changeAd, createAd, deleteAd, getAd, listAds, newAd } from '#features/content/ads.ts'
import { countClick } from '#features/content/open-ad.ts'
import { contentQuery, withFetching } from '#server/api/promotion-routes.ts'
import { setCookies } from '#server/api/session-schema.ts'
import {
  type Api,
  exampleId,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  noContent,
  onceHeaders,
  pagesOf,
  pathId,
  refusals,
  withBody,
} from '#server/declare.ts'

const tags = ['ads']
const imageUrl = '/files/ad-images/ads/1763680000000.webp'

const ad = namedSchema('Ad', adRow, {
  id: exampleId,
  title: 'Walk to the ferry',
  description: 'Light runners for the crossing.',
  target_url: 'https://shop.example/ferry',
  promotional_content_id: null,
  promotional_content: null,
  image_url: imageUrl,
  is_active: true,
  is_sponsored: false,
  has_embed: false,
  created_at: '2026-11-20T21:00:00.000Z',
})

const list = createRoute({
  method: 'get',
  path: '/ads',
  operationId: 'listAds',
  tags,
  summary: 'Ads, newest first',
  description: 'What is switched on; for admins also what is off.',
  request: { query: contentQuery },
  responses: pagesOf(ad),
})

const get = createRoute({
  method: 'get',
  path: '/ads/{id}',
  operationId: 'getAd',
  tags,
  summary: 'One ad',
  request: { params: pathId('ad') },
  responses: { 200: jsonResponse(ad, 'The ad'), ...refusals('ad_not_found') },
})

const create = createRoute({
  method: 'post',
  path: '/ads',
  operationId: 'createAd',
  tags,
  summary: 'Make an ad',
  description:
    'A picture is uploaded first, to `ad-images`, or fetched from the public https address given as `image_url` within 15 seconds, at most 10 MB. Who made it, when, and its clicks, the shop writes.',
  request: {
    headers: onceHeaders,
    body: jsonBody(newAd, { title: 'Walk to the ferry', target_url: 'https://shop.example/ferry', image_url: imageUrl }),
  },
  responses: { 201: jsonResponse(ad, 'The ad'), ...refusals(...withBody, 'signed_out', 'forbidden', 'made_already', ...withFetching) },
})

const change = createRoute({
  method: 'patch',
  path: '/ads/{id}',
  operationId: 'updateAd',
  tags,
  summary: 'Change an ad, or switch it on or off',
  description: 'Only what is named changes. A picture that is let go of is removed in time.',
  request: { params: pathId('ad'), body: jsonBody(adChanges, { is_active: false }) },
  responses: { 200: jsonResponse(ad, 'The ad as it is now'), ...refusals(...withBody, 'signed_out', 'forbidden', 'ad_not_found', ...withFetching) },
})

const remove = createRoute({
  method: 'delete',
  path: '/ads/{id}',
  operationId: 'deleteAd',
  tags,
  summary: 'Delete an ad',
  description: 'With the count of its clicks; its picture is removed in time.',
  request: { params: pathId('ad') },
  responses: { 204: noContent, ...refusals('cross_site', 'signed_out', 'forbidden', 'ad_not_found') },
})

const click = createRoute({
  method: 'post',
  path: '/ads/{id}/clicks',
  operationId: 'recordAdClick',
  tags,
  summary: 'Count that somebody followed an ad',
  description:
    'Once per visitor and day in Nairobi; programs are not counted. A visitor is a number in a cookie of ours. Nothing is read from a body.',
  request: { params: pathId('ad') },
  responses: {
    200: jsonResponse(z.object({ recorded: z.boolean() }).openapi({ example: { recorded: true } }), 'Whether it counted'),
    ...refusals('cross_site', 'ad_not_found'),
  },
})

export function adRoutes(api: Api) {
  api.openapi(list, async (c) => c.json(await listAds(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(get, async (c) => c.json(await getAd(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(create, async (c) => c.json(await createAd(c.var.ctx, c.req.valid('json'), c.req.valid('header')['Idempotency-Key']), 201))
  api.openapi(change, async (c) => c.json(await changeAd(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(remove, async (c) => {
    await deleteAd(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(click, async (c) => {
    const { cookies, recorded } = await countClick(c.var.ctx, c.req.valid('param').id, { userAgent: c.req.header('user-agent') ?? null })
    setCookies(c, cookies)
    return c.json({ recorded }, 200)
  })
}
