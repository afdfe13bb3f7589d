import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { isAsHigh, type StaffRole, staffRoles } from '#domain/roles.ts'
import type { UserRow } from '#features/people/list-users.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
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
  return (
    <div className="acts">
      <ChangeRole user={user} {...reader} />
      {user.is_admin ? <Demote {...user} isMe={isMe} /> : <Promote {...user} />}
    </div>
  )
}

function ChangeRole({ user, ...reader }: { user: UserRow } & Reader) {
  const name = nameOf(user)
  return (
    <ConfirmForm
      intent="role"
      hidden={{ id: user.id }}
      label="Role"
      buttonName={`Role of ${name}`}
      title={`Role of ${name}`}
      text={<p>They are signed out everywhere, and sign in again with the new role.</p>}
      submit="Save"
      busy="Saving..."
    >
      {({ errorOf, typed }) => <RoleField {...reader} value={typed.role ?? user.role ?? ''} none="None: a shopper" errorOf={errorOf} />}
    </ConfirmForm>
  )
}

const nameOf = ({ full_name, email }: UserRow) => full_name || email || 'this user'

function Promote(user: UserRow) {
  const name = nameOf(user)
  return (
    <ConfirmForm
      intent="promote"
      hidden={{ id: user.id }}
      label="Promote to Admin"
      buttonName={`Promote to Admin: ${name}`}
      title="Promote to Admin?"
      text={
        <>
          <p>
            <b>{name}</b>
            {user.email && ` (${user.email})`} becomes a manager: they see every order, pay affiliates, and can promote others.
          </p>
          <p>They are signed out everywhere, and sign in again as a manager.</p>
        </>
      }
      submit="Promote to Admin"
      busy="Promoting..."
    />
  )
}

function Demote({ isMe, ...user }: UserRow & { isMe: boolean }) {
  const name = nameOf(user)
  return (
    <ConfirmForm
      intent="demote"
      hidden={{ id: user.id }}
      label="Demote"
      buttonName={`Demote ${name}`}
      labelLook="bad"
      look="bad"
      title={isMe ? 'Demote yourself?' : 'Demote this admin?'}
      text={
        isMe ? (
          <p>You are signed out immediately and no longer get in here. Another admin can promote you again.</p>
        ) : (
          <p>
            <b>{name}</b> is signed out everywhere and no longer gets in here. Their account and orders stay.
          </p>
        )
      }
      submit="Demote"
      busy="Demoting..."
    />
  )
}
