import { randomUUID } from 'node:crypto'
import { invitationActs, roleActs } from '#domain/staff-acts.ts'
import { listInvitations } from '#features/people/invitations.ts'
import { listUsers } from '#features/people/list-users.ts'
import { hasSecondFactor } from '#features/people/require-identity.ts'
import { invitationOperations, roleOperations } from '#features/people/staff-operations.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { operationActs } from '#web/admin/operation-acts.ts'
import { revalidateAfterPost } from '#web/admin/revalidate-policy.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { Options } from '#web/admin/select-options.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { Invitations } from '#web/admin/users/staff-invitations.tsx'
import { UserTable } from '#web/admin/users/user-table.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readChoice, readSearch } from '#web/lists/load-page.ts'
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
  const acts = {
    ...operationActs('target_user', roleActs, roleOperations),
    ...operationActs('invitation', invitationActs, invitationOperations),
  }
  return actAsAdmin(args, acts, { secrets: /^(password|code)$/ })
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
            <Options of={groups} />
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
