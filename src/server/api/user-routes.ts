import { createRoute, z } from '@hono/zod-openapi'
import { demoteAdmin, makeAdmin } from '#features/people/change-role.ts'
import { listUsers, userRow } from '#features/people/list-users.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  exampleId,
  flagFilter,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  pagesOf,
  paging,
  searchParameters,
  success,
  withBody,
} from '#server/declare.ts'

const users = createRoute({
  method: 'get',
  path: '/users',
  operationId: 'listUsers',
  tags: ['profiles'],
  summary: 'Everybody with an account, newest first',
  request: {
    query: z.strictObject({
      ...searchParameters('Part of a name, a phone number, an e-mail address or an affiliate code'),
      is_admin: flagFilter,
      is_affiliate: flagFilter,
      ...paging,
    }),
  },
  responses: pagesOf(namedSchema('ManagedUser', userRow), ...adminRefusals),
})

const target = jsonBody(z.object({ target_user_id: z.string('Say whom.').openapi({ format: 'uuid' }) }), { target_user_id: exampleId })

const promote = createRoute({
  method: 'post',
  path: '/rpc/promote_user_to_admin',
  operationId: 'promoteUserToAdmin',
  tags: ['procedures'],
  summary: 'Make somebody an admin',
  description: 'Their sessions end: they sign in again to be one. Done twice it is done.',
  request: { body: target },
  responses: { 200: jsonResponse(success, 'They are an admin'), ...callRefusals(...withBody, ...adminRefusals, 'user_not_found') },
})

const demote = createRoute({
  method: 'post',
  path: '/rpc/demote_admin_to_user',
  operationId: 'demoteAdminToUser',
  tags: ['procedures'],
  summary: 'Take the rights of an admin back',
  description: 'Their sessions end. The last admin keeps them. Done twice it is done.',
  request: { body: target },
  responses: {
    200: jsonResponse(success, 'They are none any more'),
    ...callRefusals(...withBody, ...adminRefusals, 'user_not_found', 'above_you', 'last_owner'),
  },
})

export function userRoutes(api: Api) {
  api.openapi(users, async (c) => c.json(await listUsers(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(promote, async (c) => {
    await makeAdmin(c.var.ctx, { id: c.req.valid('json').target_user_id })
    return c.json({ success: true as const }, 200)
  })
  api.openapi(demote, async (c) => {
    await demoteAdmin(c.var.ctx, { id: c.req.valid('json').target_user_id })
    return c.json({ success: true as const }, 200)
  })
}
