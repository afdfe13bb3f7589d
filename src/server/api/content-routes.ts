import { z } from '@hono/zod-openapi'
import { ads, countClick } from '#features/content/ads.ts'
import { changeHelp, getHelpRow, helpChanges, helpRow, listHelpRows } from '#features/content/help-texts.ts'
import { promotions } from '#features/content/promotions.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, namedSchema, pathId } from '#server/api/declare.ts'
import { addResource } from '#server/api/resource-routes.ts'
import { deviceOf, setCookies } from '#server/api/session-schema.ts'
import { everybody, staff } from '#server/permissions.ts'

const imageUrl = '/files/ad-images/ads/1763680000000.webp'
const contentUrl = '/files/promotional-images/images/1763680000000.webp'
const description = 'What is switched on; for admins also what is off.'
const created_at = '2026-11-20T21:00:00.000Z'
const ferry = { title: 'Walk to the ferry', target_url: 'https://shop.example/ferry', image_url: imageUrl }
const wall = { content_type: 'image', content_url: contentUrl }
const school = { title: 'School shoes are here', ...wall }

/** What the home page shows besides shoes: every visitor reads it, staff write it. */
export function contentRoutes(api: Api) {
  addResource(api, promotions, {
    ...{ path: '/promotional_content', tag: 'promotional_content', name: 'PromotionalContent', noun: 'content', key: pathId('content') },
    row: {
      id: exampleId,
      title: school.title,
      description: 'Sizes 30 to 40, from KSh 1,800.',
      ...wall,
      poster_url: null,
      is_active: true,
      created_at,
    },
    list: { name: 'listPromotionalContent', summary: 'Promotional content, newest first', description },
    get: { summary: 'One piece of promotional content' },
    create: {
      summary: 'Make promotional content',
      description:
        'A picture or a video is uploaded first, to `promotional-images` or `promotional-videos`, or fetched from the public https address given as `content_url` within 15 seconds, at most 10 MB and 50 MB. Who made it and when, the shop writes.',
      example: school,
    },
    change: {
      summary: 'Change promotional content, or switch it on or off',
      description: 'Only what is named changes. A file that is let go of is removed in time.',
      example: { is_active: false },
    },
    remove: { summary: 'Delete promotional content', description: 'Ads that link to it stay without it; its files are removed in time.' },
  })
  addResource(api, ads, {
    ...{ path: '/ads', tag: 'ads', name: 'Ad', key: pathId('ad') },
    row: {
      ...{ id: exampleId, title: ferry.title, description: 'Light runners for the crossing.', target_url: ferry.target_url },
      ...{ promotional_content_id: null, promotional_content: null, image_url: imageUrl, is_active: true, is_sponsored: false, has_embed: false },
      created_at,
    },
    list: { name: 'listAds', summary: 'Ads, newest first', description },
    get: {},
    create: {
      summary: 'Make an ad',
      description:
        'A picture is uploaded first, to `ad-images`, or fetched from the public https address given as `image_url` within 15 seconds, at most 10 MB. Who made it, when, and its clicks, the shop writes.',
      example: ferry,
    },
    change: {
      summary: 'Change an ad, or switch it on or off',
      description: 'Only what is named changes. A picture that is let go of is removed in time.',
      example: { is_active: false },
    },
    remove: { description: 'With the count of its clicks; its picture is removed in time.' },
  })
  addRoute(api, 'POST /ads/{id}/clicks', {
    who: everybody,
    name: 'recordAdClick',
    summary: 'Count that somebody followed an ad',
    description:
      'Once per visitor and day in Nairobi; programs are not counted. A visitor is a number in a cookie of ours. Nothing is read from a body.',
    params: pathId('ad'),
    answer: z.object({ recorded: z.boolean() }).openapi({ example: { recorded: true } }),
    said: 'Whether it counted',
    problems: ['ad_not_found'],
    run: async ({ ctx, id }, c) => {
      const { cookies, recorded } = await countClick(ctx, id, deviceOf(c))
      setCookies(c, cookies)
      return { recorded }
    },
  })
}

const example = {
  id: exampleId,
  slug: 'shipping',
  title: 'Shipping and returns',
  body: '### Where do you deliver?\n\nIn Nairobi and to towns all over Kenya.',
  position: 2,
  updated_at: '2026-11-20T21:00:00.000Z',
}

const section = namedSchema('HelpSection', helpRow, example)

export function helpRoutes(api: Api) {
  addList(api, '/help_sections', {
    who: everybody,
    name: 'listHelpSections',
    summary: 'The sections of the help page, in its order',
    row: section,
    all: listHelpRows,
  })
  addRoute(api, 'GET /help_sections/{id}', {
    who: everybody,
    name: 'getHelpSection',
    summary: 'One section of the help page',
    params: pathId('section'),
    answer: section,
    said: 'The section',
    problems: ['help_not_found'],
    run: ({ ctx, id }) => getHelpRow(ctx, id),
  })
  addRoute(api, 'PATCH /help_sections/{id}', {
    who: staff('write_content'),
    name: 'updateHelpSection',
    summary: 'Write a section of the help page anew',
    description: 'Only what is named changes. A version that somebody has saved meanwhile is not written over: the refusal carries it as `facts`.',
    params: pathId('section'),
    body: helpChanges,
    example: { title: example.title, body: example.body, updated_at: example.updated_at },
    answer: section,
    said: 'The section as it is now',
    problems: ['help_not_found', 'help_changed'],
    run: ({ ctx, id, body }) => changeHelp(ctx, id, body),
  })
}
