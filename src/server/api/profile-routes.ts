import { z } from '@hono/zod-openapi'
import { may } from '#domain/roles.ts'
import { affiliateLookup, findAffiliate } from '#features/affiliates/find-affiliate.ts'
import { getProfile, profileRow } from '#features/people/get-profile.ts'
import { listProfiles } from '#features/people/list-profiles.ts'
import { profileChanges, updateProfile } from '#features/people/update-profile.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, flagFilter, namedSchema, pathId } from '#server/declare.ts'
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

export function profileRoutes(api: Api) {
  addRoute(api, 'GET /profiles/{id}', {
    who: permission('manage_people', 401, 401, 401, 'yes', 404, 404, 'yes'),
    name: 'getProfile',
    summary: 'My profile',
    description: 'An admin reads any; to everybody else there is no profile but their own.',
    params: pathId('profile'),
    answer: profile,
    said: 'The profile',
    problems: ['not_found'],
    run: ({ ctx, id }) => getProfile(ctx, id),
  })
  addRoute(api, 'PATCH /profiles/{id}', {
    who: permission('manage_people', 401, 401, 401, 'yes', 404, 404, 404),
    name: 'updateProfile',
    summary: 'Change my profile',
    description: '`is_affiliate: true` joins the affiliate programme. Whatever else the body holds is not read.',
    params: pathId('profile'),
    body: profileChanges,
    example: { full_name: 'Wanjiku Kamau', phone: '+254712345678', address: 'Moi Avenue 12, Nairobi' },
    answer: profile,
    said: 'The profile as it is now',
    problems: ['not_found'],
    run: ({ ctx, id, body }) => updateProfile(ctx, id, body),
  })
  addList(api, '/profiles', {
    who: staff('manage_people'),
    whoWith: { 'an affiliate_code': everybody },
    name: 'listProfiles',
    summary: 'Whose affiliate code this is; for admins, the profiles',
    description:
      'With an `affiliate_code`, everybody is answered its id and code only: the rest of a profile is nobody else’s business, and an unknown or paused code answers an empty list. An admin reads whole profiles, newest first: all of them, the affiliates, or the one with a code.',
    query: {
      affiliate_code: z.string('Say which code.').min(1, 'Say which code.').max(100).optional().openapi({ example: 'KAMAU23' }),
      is_affiliate: flagFilter,
    },
    row: z.union([profile, affiliate]),
    list: async (ctx, query) => {
      if (may(ctx.actor, 'manage_people') || query.affiliate_code === undefined) return await listProfiles(ctx, query)
      const found = await findAffiliate(ctx, query.affiliate_code)
      return { data: found ? [found] : [], next: null }
    },
  })
}
