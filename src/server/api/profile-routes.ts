import { z } from '@hono/zod-openapi'
import { may } from '#domain/roles.ts'
import { affiliateLookup, findAffiliate } from '#features/affiliates/find-affiliate.ts'
import { getProfile, profileRow } from '#features/people/get-profile.ts'
import { listProfiles } from '#features/people/list-profiles.ts'
import { profileChanges, updateProfile } from '#features/people/update-profile.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  exampleId,
  flagFilter,
  jsonBody,
  jsonResponse,
  listOf,
  namedSchema,
  paging,
  pathId,
  refusals,
  withBody,
} from '#server/declare.ts'
import { everybody, permission, staff } from '#server/permissions.ts'

const affiliate = namedSchema('AffiliateLookup', affiliateLookup, { id: exampleId, affiliate_code: 'KAMAU23' })

export const profile = namedSchema('Profile', profileRow, {
  id: exampleId,
  full_name: 'Wanjiku Kamau',
  phone: '254712345678',
  address: 'Moi Avenue 12, Nairobi',
  is_affiliate: true,
  is_admin: false,
  affiliate_code: 'KAMAU23',
  is_paused: false,
  pause_reason: null,
  total_commission: 765,
  created_at: '2026-11-21T00:28:03.000Z',
})

const get = createRoute({
  method: 'get',
  path: '/profiles/{id}',
  who: permission('manage_people', 401, 401, 401, 'yes', 404, 404, 'yes'),
  operationId: 'getProfile',
  tags: ['profiles'],
  summary: 'My profile',
  description: 'An admin reads any; to everybody else there is no profile but their own.',
  request: { params: pathId('profile') },
  responses: { 200: jsonResponse(profile, 'The profile'), ...refusals('signed_out', 'not_found') },
})

const change = createRoute({
  method: 'patch',
  path: '/profiles/{id}',
  who: permission('manage_people', 401, 401, 401, 'yes', 404, 404, 404),
  operationId: 'updateProfile',
  tags: ['profiles'],
  summary: 'Change my profile',
  description: '`is_affiliate: true` joins the affiliate programme. Whatever else the body holds is not read.',
  request: {
    params: pathId('profile'),
    body: jsonBody(profileChanges, { full_name: 'Wanjiku Kamau', phone: '+254712345678', address: 'Moi Avenue 12, Nairobi' }),
  },
  responses: { 200: jsonResponse(profile, 'The profile as it is now'), ...refusals(...withBody, 'signed_out', 'not_found') },
})

const find = createRoute({
  method: 'get',
  path: '/profiles',
  who: staff('manage_people'),
  whoWith: { 'an affiliate_code': everybody },
  operationId: 'listProfiles',
  tags: ['profiles'],
  summary: 'Whose affiliate code this is; for admins, the profiles',
  description:
    'With an `affiliate_code`, everybody is answered its id and code only: the rest of a profile is nobody else’s business, and an unknown or paused code answers an empty list. An admin reads whole profiles, newest first: all of them, the affiliates, or the one with a code.',
  request: {
    query: z.strictObject({
      affiliate_code: z.string('Say which code.').min(1, 'Say which code.').max(100).optional().openapi({ example: 'KAMAU23' }),
      is_affiliate: flagFilter,
      ...paging,
    }),
  },
  responses: {
    200: jsonResponse(listOf(z.union([profile, affiliate])), 'A page'),
    ...refusals('unknown_filter', 'bad_input', 'malformed', ...adminRefusals),
  },
})

export function profileRoutes(api: Api) {
  api.openapi(get, async (c) => c.json(await getProfile(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(change, async (c) => c.json(await updateProfile(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(find, async (c) => {
    const { ctx } = c.var
    const query = c.req.valid('query')
    if (may(ctx.actor, 'manage_people') || query.affiliate_code === undefined) return c.json(await listProfiles(ctx, query), 200)
    const found = await findAffiliate(ctx, query.affiliate_code)
    return c.json({ data: found ? [found] : [], next: null }, 200)
  })
}
