import { z } from '@hono/zod-openapi'
import { pageOfWhole } from '#features/page-of.ts'
import { invitationRow, listInvitations } from '#features/people/invitations.ts'
import { listUsers, userRow } from '#features/people/list-users.ts'
import { invitationOperations, roleOperations } from '#features/people/staff-operations.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  flagFilter,
  mergeSearchAlias,
  namedSchema,
  pagesOf,
  paging,
  searchParameters,
  wholePaging,
} from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const users = createRoute({
  method: 'get',
  path: '/users',
  who: staff('manage_people'),
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

const invitations = createRoute({
  method: 'get',
  path: '/staff_invitations',
  who: staff('manage_people'),
  operationId: 'listInvitations',
  tags: ['profiles'],
  summary: 'Who was invited to work in the shop, newest first',
  request: { query: z.strictObject(wholePaging) },
  responses: pagesOf(namedSchema('StaffInvitation', invitationRow), ...adminRefusals),
})

export function userRoutes(api: Api) {
  api.openapi(users, async (c) => c.json(await listUsers(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  addOperations(api, roleOperations)
  api.openapi(invitations, async (c) => c.json(pageOfWhole(await listInvitations(c.var.ctx), c.req.valid('query')), 200))
  addOperations(api, invitationOperations)
}
