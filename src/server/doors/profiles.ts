import { createRoute, z } from '@hono/zod-openapi'
import { findAffiliate } from '#features/affiliates/find-affiliate.ts'
import { getProfile } from '#features/people/get-profile.ts'
import { profileChanges, updateProfile } from '#features/people/update-profile.ts'
import { type Api, answer, exampleId, jsonBody, listOf, pathId, refusals, withBody } from '#server/declare.ts'

const affiliate = z
  .object({ id: z.uuid(), affiliate_code: z.string() })
  .openapi('AffiliateLookup', { example: { id: exampleId, affiliate_code: 'KAMAU23' } })

export const profileRow = z
  .object({
    id: z.uuid(),
    full_name: z.string(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    is_affiliate: z.boolean(),
    is_admin: z.boolean(),
    affiliate_code: z.string().nullable(),
    total_commission: z.number().openapi({ description: 'KSh, approved and paid commissions' }),
    created_at: z.iso.datetime(),
  })
  .openapi('Profile', {
    example: {
      id: exampleId,
      full_name: 'Wanjiku Kamau',
      phone: '254712345678',
      address: 'Moi Avenue 12, Nairobi',
      is_affiliate: true,
      is_admin: false,
      affiliate_code: 'KAMAU23',
      total_commission: 765,
      created_at: '2026-11-21T00:28:03.000Z',
    },
  })

const get = createRoute({
  method: 'get',
  path: '/profiles/{id}',
  tags: ['profiles'],
  summary: 'My profile',
  description: 'An admin reads any; to everybody else there is no profile but their own.',
  request: { params: pathId('profile') },
  responses: { 200: answer(profileRow, 'The profile'), ...refusals('signed_out', 'not_found') },
})

const change = createRoute({
  method: 'patch',
  path: '/profiles/{id}',
  tags: ['profiles'],
  summary: 'Change my profile',
  description: '`is_affiliate: true` joins the affiliate programme. Whatever else the body holds is not read.',
  request: {
    params: pathId('profile'),
    body: jsonBody(profileChanges, { full_name: 'Wanjiku Kamau', phone: '+254712345678', address: 'Moi Avenue 12, Nairobi' }),
  },
  responses: { 200: answer(profileRow, 'The profile as it is now'), ...refusals(...withBody, 'signed_out', 'not_found') },
})

const find = createRoute({
  method: 'get',
  path: '/profiles',
  tags: ['profiles'],
  summary: 'Whose affiliate code this is',
  description: 'Id and code only; the rest of a profile is nobody else’s business. An unknown or paused code answers an empty list.',
  request: {
    query: z.strictObject({ affiliate_code: z.string('Say which code.').min(1, 'Say which code.').max(100).openapi({ example: 'KAMAU23' }) }),
  },
  responses: { 200: answer(listOf(affiliate), 'One row, or none'), ...refusals('unknown_filter', 'bad_input') },
})

export function profileDoors(api: Api) {
  api.openapi(get, async (c) => c.json(await getProfile(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(change, async (c) => c.json(await updateProfile(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(find, async (c) => {
    const found = await findAffiliate(c.var.ctx, c.req.valid('query').affiliate_code)
    return c.json({ data: found ? [found] : [], next: null }, 200)
  })
}
