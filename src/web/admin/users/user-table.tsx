import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { isAsHigh, type StaffRole, staffRoles } from '#domain/roles.ts'
import { ownDemotion, roleActs } from '#domain/staff-acts.ts'
import type { UserRow } from '#features/people/list-users.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { RoleField } from '#web/admin/users/staff-invitations.tsx'
import '../people.css'

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
export function UserTable({ users, me, ...reader }: UserTableProps) {
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
