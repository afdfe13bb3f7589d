import { randomUUID } from 'node:crypto'
import { Problem } from '#domain/problem.ts'
import { type StaffRole, staffRoles } from '#domain/roles.ts'
import { parseInput } from '#features/input.ts'
import { changeRole, demoteAdmin, makeAdmin } from '#features/people/change-role.ts'
import { invitePerson, listInvitations, withdrawInvitation } from '#features/people/invitations.ts'
import { listUsers } from '#features/people/list-users.ts'
import { hasSecondFactor, proofInput } from '#features/people/require-identity.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { actWithToast } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { Invitations } from '#web/admin/users/staff-invitations.tsx'
import { UserTable } from '#web/admin/users/user-table.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { keepListOnError } from '#web/lists/load-more.tsx'
import { loadPage, readSearch } from '#web/lists/load-page.ts'
import { readChoice } from '#web/lists/read-query.ts'
import type { Route } from './+types/users-page.ts'

/** The filters of the list. */
const groups = {
  admins: { label: 'Admins', filter: { is_admin: true } },
  staff: { label: 'Everybody who works here', filter: { is_staff: true } },
  affiliates: { label: 'Affiliates', filter: { is_affiliate: true } },
} as const

/** User Management (spec §2). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const [search, who] = [readSearch(query), readChoice(query, 'who', groups)]
  const [invitations, asksCode, list] = await Promise.all([
    listInvitations(ctx),
    hasSecondFactor(ctx),
    loadPage(query, (page) => listUsers(ctx, { search, ...(who && groups[who].filter), ...page })),
  ])
  return { list, search, who, me: ctx.userId, role: ctx.actor.role, asksCode, invitations, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(
    args,
    {
      promote: async (ctx, { id = '' }) => {
        await makeAdmin(ctx, { id })
        return { title: 'User promoted to admin successfully' }
      },
      role: async (ctx, { id = '', role = '', ...sent }) => {
        if (role !== '' && !Object.hasOwn(staffRoles, role)) throw new Problem('bad_input', { fields: { role: 'Choose a role.' } })
        await changeRole(ctx, { id }, role === '' ? null : (role as StaffRole), parseInput(proofInput, sent))
        return { title: 'Role changed', text: 'They are signed out, and sign in again with it.' }
      },
      create: async (ctx, sent) => {
        await invitePerson(ctx, sent)
        return { title: 'Invitation sent', text: 'The link opens once, within three days.' }
      },
      withdraw: async (ctx, { id = '' }) => {
        await withdrawInvitation(ctx, id)
        return { title: 'Invitation withdrawn', text: 'Its link opens nothing any more.' }
      },
      demote: async (ctx, { id = '' }) => {
        await demoteAdmin(ctx, { id })
        return { title: 'Admin demoted', text: 'They are signed out, and sign in again as a user.' }
      },
    },
    { secrets: /^(password|code)$/ },
  )
}

export const clientAction = actWithToast

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keepListOnError(request, serverLoader)
}

export const shouldRevalidate = revalidateAfterPost

export default function UsersPage({ loaderData: { list, search, who, me, role, asksCode, invitations, key } }: Route.ComponentProps) {
  const isNarrowed = search !== undefined || who !== undefined
  return (
    <SectionCard
      toolbar={
        <AdminToolbar search={{ label: 'Search users', placeholder: 'Name, phone, e-mail or code', value: search }} isNarrowed={isNarrowed}>
          <SelectField label="Show" name="who" defaultValue={who ?? ''}>
            <option value="">Everybody</option>
            {Object.entries(groups).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
        </AdminToolbar>
      }
    >
      <PostedOutcome />
      <Invitations rows={invitations} role={role} asksCode={asksCode} visitKey={key} />
      <AdminList list={list} what="users" empty="No users found">
        {(rows) => <UserTable users={rows} me={me} role={role} asksCode={asksCode} />}
      </AdminList>
    </SectionCard>
  )
}
