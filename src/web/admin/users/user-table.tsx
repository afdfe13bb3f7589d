import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { UserRow } from '#features/people/list-users.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import '../people.css'

/** The table of spec §2; `me` is the signed-in admin's id. */
export function UserTable({ users, me }: { users: UserRow[]; me: string }) {
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
        { head: 'Admin', cell: ({ is_admin }) => (is_admin ? <Badge tone="lake">Admin</Badge> : 'No') },
        { head: 'Actions', cell: (user) => (user.is_admin ? <Demote {...user} isMe={user.id === me} /> : <Promote {...user} />), right: true },
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
            {user.email && ` (${user.email})`} will see every order, pay affiliates, and can promote others.
          </p>
          <p>They are signed out everywhere, and sign in again as an admin.</p>
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
