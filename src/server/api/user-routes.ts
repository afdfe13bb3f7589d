import { invitationRow, listInvitations } from '#features/people/invitations.ts'
import { listUsers, userRow } from '#features/people/list-users.ts'
import { invitationOperations, roleOperations } from '#features/people/staff-operations.ts'
import { addList } from '#server/api/add-route.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { type Api, flagFilter, namedSchema, searchParameters } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

export function userRoutes(api: Api) {
  addList(api, '/users', {
    who: staff('manage_people'),
    name: 'listUsers',
    tag: 'profiles',
    summary: 'Everybody with an account, newest first',
    query: {
      ...searchParameters('Part of a name, a phone number, an e-mail address or an affiliate code'),
      is_admin: flagFilter,
      is_affiliate: flagFilter,
    },
    row: namedSchema('ManagedUser', userRow),
    list: listUsers,
  })
  addOperations(api, roleOperations)
  addList(api, '/staff_invitations', {
    who: staff('manage_people'),
    name: 'listInvitations',
    tag: 'profiles',
    summary: 'Who was invited to work in the shop, newest first',
    row: namedSchema('StaffInvitation', invitationRow),
    all: listInvitations,
  })
  addOperations(api, invitationOperations)
}
