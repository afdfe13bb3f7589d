import { z } from 'zod'
import { exampleId, operation } from '#core/operation.ts'
import { type StaffRole, staffRoles } from '#domain/roles.ts'
import { invitationInput, invitePerson, withdrawInvitation } from '#features/people/invitations.ts'
import { proofFields, proofRefusals } from '#features/people/require-identity.ts'
import { changeRole, demoteAdmin, makeAdmin } from '#features/people/users.ts'

const may = 'manage_people'
const target_user_id = z.string('Say whom.').meta({ format: 'uuid' })
const ofUser = { may, input: z.object({ target_user_id }), example: { target_user_id: exampleId } } as const
const invitation_id = z.string('Say which invitation.')
const roles = Object.keys(staffRoles) as StaffRole[]

/** What admins do with the roles of people, under the names of domain/staff-acts.ts. */
export const roleOperations = {
  promote: operation({
    ...{ ...ofUser, call: 'POST /rpc/promote_user_to_admin', summary: 'Make somebody an admin', said: 'They are an admin' },
    description: 'Their sessions end: they sign in again to be one. Done twice it is done.',
    problems: ['user_not_found'],
    run: (ctx, { target_user_id: id }) => makeAdmin(ctx, { id }),
  }),
  demote: operation({
    ...{ ...ofUser, call: 'POST /rpc/demote_admin_to_user', summary: 'Take the rights of an admin back', said: 'They are none any more' },
    description: 'Their sessions end. The last admin keeps them. Done twice it is done.',
    problems: ['user_not_found', 'above_you', 'last_owner'],
    run: (ctx, { target_user_id: id }) => demoteAdmin(ctx, { id }),
  }),
  changing: operation({
    ...{ may, call: 'POST /rpc/change_role', summary: 'Give somebody a role in the shop, or none', said: 'They have the role' },
    description:
      'Their sessions end. Nobody gives a role above their own, or changes who has one. The last owner stays. To make an owner takes your password and code.',
    input: z.object({ target_user_id, role: z.enum(roles, 'Write owner, manager, packer, content or null.').nullable(), ...proofFields }),
    example: { target_user_id: exampleId, role: 'packer' },
    problems: ['user_not_found', 'above_you', 'last_owner', ...proofRefusals],
    run: (ctx, { target_user_id: id, role, ...proof }) => changeRole(ctx, { id }, role, proof),
  }),
  /** The form, whose choice of no role is empty. */
  role: operation({
    ...{ may, input: z.object({ target_user_id, role: z.enum([...roles, ''], 'Choose a role.'), ...proofFields }) },
    run: (ctx, { target_user_id: id, role, ...proof }) => changeRole(ctx, { id }, role || null, proof),
  }),
}

/** And with invitations to work in the shop. */
export const invitationOperations = {
  create: operation({
    ...{ may, call: 'POST /staff_invitations', name: 'invitePerson', tag: 'profiles', summary: 'Invite somebody to work in the shop' },
    description:
      'They get a letter with a link that opens once, for 72 hours, and only for this address. An earlier invitation of the address is void. To invite an owner takes your password and code.',
    ...{ input: invitationInput, example: { email: 'otieno@example.com', role: 'packer' }, output: { id: z.uuid() }, said: 'The invitation' },
    problems: ['above_you', ...proofRefusals],
    run: async (ctx, input) => ({ id: await invitePerson(ctx, input) }),
  }),
  withdraw: operation({
    ...{ may, call: 'DELETE /staff_invitations/{invitation_id}', name: 'withdrawInvitation', tag: 'profiles' },
    ...{ summary: 'Take an open invitation back', said: 'Its link opens nothing any more' },
    ...{ input: z.object({ invitation_id }), problems: ['above_you', 'invitation_over'] },
    run: (ctx, { invitation_id }) => withdrawInvitation(ctx, invitation_id),
  }),
}
