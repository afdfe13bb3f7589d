import { z } from '@hono/zod-openapi'
import { adChanges, adRow, changeAd, createAd, deleteAd, getAd, listAds, newAd } from '#features/content/ads.ts'
import { countClick } from '#features/content/open-ad.ts'
import { contentQuery, withFetching } from '#server/api/promotion-routes.ts'
import { setCookies } from '#server/api/session-schema.ts'
import { addTable } from '#server/api/table-routes.ts'
import { type Api, createRoute, exampleId, jsonResponse, mergeSearchAlias, namedSchema, pathId, refusals } from '#server/declare.ts'
import { everybody } from '#server/permissions.ts'

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

const click = createRoute({
  method: 'post',
  path: '/ads/{id}/clicks',
  who: everybody,
  operationId: 'recordAdClick',
  tags: ['ads'],
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
  addTable(api, {
    ...{ path: '/ads', tag: 'ads', name: 'Ad', noun: 'ad', row: ad, notFound: 'ad_not_found', writes: 'write_content' },
    list: {
      name: 'listAds',
      summary: 'Ads, newest first',
      description: 'What is switched on; for admins also what is off.',
      query: contentQuery,
      verb: (ctx, query) => listAds(ctx, mergeSearchAlias(query)),
    },
    get: { summary: 'One ad', verb: getAd },
    create: {
      summary: 'Make an ad',
      description:
        'A picture is uploaded first, to `ad-images`, or fetched from the public https address given as `image_url` within 15 seconds, at most 10 MB. Who made it, when, and its clicks, the shop writes.',
      input: newAd,
      example: { title: 'Walk to the ferry', target_url: 'https://shop.example/ferry', image_url: imageUrl },
      verb: createAd,
      problems: withFetching,
    },
    change: {
      summary: 'Change an ad, or switch it on or off',
      description: 'Only what is named changes. A picture that is let go of is removed in time.',
      input: adChanges,
      example: { is_active: false },
      verb: changeAd,
      problems: withFetching,
    },
    remove: { summary: 'Delete an ad', description: 'With the count of its clicks; its picture is removed in time.', verb: deleteAd },
  })
  api.openapi(click, async (c) => {
    const { cookies, recorded } = await countClick(c.var.ctx, c.req.valid('param').id, { userAgent: c.req.header('user-agent') ?? null })
    setCookies(c, cookies)
    return c.json({ recorded }, 200)
  })
}
