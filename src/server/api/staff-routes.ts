import { createRoute, z } from '@hono/zod-openapi'
import { type StaffRole, staffRoles } from '#domain/roles.ts'
import { pageOfWhole } from '#features/page-of.ts'
import { changeRole } from '#features/people/change-role.ts'
import { invitationInput, invitationRow, invitePerson, listInvitations, withdrawInvitation } from '#features/people/invitations.ts'
import { proofFields } from '#features/people/require-identity.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  pagesOf,
  pathId,
  proofRefusals,
  refusals,
  success,
  wholePaging,
  withBody,
} from '#server/declare.ts'

const tags = ['profiles']

const give = createRoute({
  method: 'post',
  path: '/rpc/change_role',
  operationId: 'changeRole',
  tags: ['procedures'],
  summary: 'Give somebody a role in the shop, or none',
  description:
    'Their sessions end. Nobody gives a role above their own, or changes who has one. The last owner stays. To make an owner takes your password and code.',
  request: {
    body: jsonBody(
      z.object({
        target_user_id: z.string('Say whom.').openapi({ format: 'uuid' }),
        role: z.enum(Object.keys(staffRoles) as StaffRole[], 'Write owner, manager, packer, content or null.').nullable(),
        ...proofFields,
      }),
      { target_user_id: exampleId, role: 'packer' },
    ),
  },
  responses: {
    200: jsonResponse(success, 'They have the role'),
    ...callRefusals(...withBody, ...adminRefusals, 'user_not_found', 'above_you', 'last_owner', ...proofRefusals),
  },
})

const list = createRoute({
  method: 'get',
  path: '/staff_invitations',
  operationId: 'listInvitations',
  tags,
  summary: 'Who was invited to work in the shop, newest first',
  request: { query: z.strictObject(wholePaging) },
  responses: pagesOf(namedSchema('StaffInvitation', invitationRow), ...adminRefusals),
})

const invite = createRoute({
  method: 'post',
  path: '/staff_invitations',
  operationId: 'invitePerson',
  tags,
  summary: 'Invite somebody to work in the shop',
  description:
    'They get a letter with a link that opens once, for 72 hours, and only for this address. An earlier invitation of the address is void. To invite an owner takes your password and code.',
  request: { body: jsonBody(invitationInput, { email: 'otieno@example.com', role: 'packer' }) },
  responses: {
    201: jsonResponse(z.object({ id: z.uuid() }), 'The invitation'),
    ...refusals(...withBody, ...adminRefusals, 'above_you', ...proofRefusals),
  },
})

const withdraw = createRoute({
  method: 'delete',
  path: '/staff_invitations/{id}',
  operationId: 'withdrawInvitation',
  tags,
  summary: 'Take an open invitation back',
  request: { params: pathId('invitation') },
  responses: {
    204: { description: 'Its link opens nothing any more' },
    ...refusals('cross_site', ...adminRefusals, 'above_you', 'invitation_over'),
  },
})

export function staffRoutes(api: Api) {
  api.openapi(give, async (c) => {
    const { target_user_id: id, role, ...proof } = c.req.valid('json')
    await changeRole(c.var.ctx, { id }, role, proof)
    return c.json({ success: true as const }, 200)
  })
  api.openapi(list, async (c) => c.json(pageOfWhole(await listInvitations(c.var.ctx), c.req.valid('query')), 200))
  api.openapi(invite, async (c) => c.json({ id: await invitePerson(c.var.ctx, c.req.valid('json')) }, 201))
  api.openapi(withdraw, async (c) => {
    await withdrawInvitation(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
}
