import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { isAsHigh, type StaffRole, staffRoles } from '#domain/roles.ts'
import { invitationActs, ownDemotion, roleActs } from '#domain/staff-acts.ts'
import { listInvitations } from '#features/people/invitations.ts'
import { hasSecondFactor } from '#features/people/require-identity.ts'
import { invitationOperations, roleOperations } from '#features/people/staff-operations.ts'
import { listUsers, type UserRow } from '#features/people/users.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ActForm, PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import { operationActs } from '#web/admin/operation-acts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { Options } from '#web/admin/shared-fields.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { Invitations, RoleField } from '#web/admin/users/staff-invitations.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readChoice, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/users-page.ts'
import '../people.css'

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

interface UserTableProps {
  users: UserRow[]
  /** The signed-in admin's id. */
  me: string
  /** Theirs: people above it have no buttons. */
  role: StaffRole | null
  /** Whether their account has a second factor. */
  asksCode: boolean
}

/** The table of spec §2, with each person's role. */
function UserTable({ users, me, ...reader }: UserTableProps) {
  return (
    <Table
      className="people"
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: (user) => <UserName {...user} /> },
        { head: 'Phone', cell: ({ phone }) => (phone ? formatPhone(phone) : <EmptyCell>No phone</EmptyCell>), num: true },
        { head: 'Affiliate Code', cell: (user) => <Code {...user} /> },
        { head: 'Available Balance', cell: ({ available_balance }) => formatShillings(available_balance), right: true, num: true },
        { head: 'Admin', cell: (user) => <Role {...user} /> },
        { head: 'Actions', cell: (user) => isAsHigh(reader, user.role) && <Acts user={user} {...reader} isMe={user.id === me} />, right: true },
      ]}
    />
  )
}

function UserName({ full_name, email }: UserRow) {
  return (
    <span className="person">
      <b>{full_name || 'No name yet'}</b>
      {email && <small>{email}</small>}
    </span>
  )
}

function Code({ affiliate_code }: UserRow) {
  if (!affiliate_code) return <EmptyCell>No affiliate</EmptyCell>
  return (
    <Link className="link tabular" to={adminSectionUrl('affiliates', { search: affiliate_code })}>
      {affiliate_code}
    </Link>
  )
}

function EmptyCell({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{children}</span>
    </>
  )
}

/** Owners and managers are the specification's admins. */
function Role({ role, is_admin }: UserRow) {
  if (role === null) return 'No'
  return <Badge tone={is_admin ? 'lake' : 'grey'}>{staffRoles[role].label}</Badge>
}

type Reader = Pick<UserTableProps, 'role' | 'asksCode'>

function Acts({ user, isMe, ...reader }: { user: UserRow; isMe: boolean } & Reader) {
  const { id, full_name, email, role, is_admin } = user
  const of = { hidden: { id }, of: full_name || email || 'this user' }
  return (
    <div className="acts">
      <ActForm act={roleActs.role} intent="role" {...of}>
        {({ errorOf, typed }) => <RoleField {...reader} value={typed.role ?? role ?? ''} none="None: a shopper" errorOf={errorOf} />}
      </ActForm>
      {is_admin ? (
        <ActForm act={{ ...roleActs.demote, ...(isMe && ownDemotion) }} intent="demote" {...of} />
      ) : (
        <ActForm act={roleActs.promote} intent="promote" {...of} values={{ email: email ? ` (${email})` : '' }} />
      )}
    </div>
  )
}
