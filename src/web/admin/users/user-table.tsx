import { Link } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { UserRow } from '#features/people/list-users.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { adminSectionUrl } from '#web/addresses.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import '../people.css'

/** The table of spec §2; `me` is the admin who looks at it. */
export function UserTable({ users, me }: { users: UserRow[]; me: string }) {
  return (
    <table className="tb people">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Phone</th>
          <th scope="col">Affiliate Code</th>
          <th scope="col" className="r">
            Available Balance
          </th>
          <th scope="col">Admin</th>
          <th scope="col" className="r">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td data-l="Name">
              <span className="who">
                <b>{user.full_name || 'No name yet'}</b>
                {user.email && <small>{user.email}</small>}
              </span>
            </td>
            <td data-l="Phone" className="num">
              {user.phone ? formatPhone(user.phone) : <Nothing>No phone</Nothing>}
            </td>
            <td data-l="Affiliate Code">
              {user.affiliate_code ? (
                <Link className="lnk num" to={adminSectionUrl('affiliates', { search: user.affiliate_code })}>
                  {user.affiliate_code}
                </Link>
              ) : (
                <Nothing>No affiliate</Nothing>
              )}
            </td>
            <td data-l="Available Balance" className="r num">
              {formatShillings(user.available_balance)}
            </td>
            <td data-l="Admin">{user.is_admin ? <Badge tone="lake">Admin</Badge> : 'No'}</td>
            <td data-l="Actions" className="r">
              {user.is_admin ? <Demote {...user} isMe={user.id === me} /> : <Promote {...user} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Nothing({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr">{children}</span>
    </>
  )
}

const named = ({ full_name, email }: UserRow) => full_name || email || 'this user'

function Promote(user: UserRow) {
  const name = named(user)
  return (
    <ConfirmForm
      intent="promote"
      hidden={{ id: user.id }}
      label="Promote to Admin"
      labelled={`Promote to Admin: ${name}`}
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
  const name = named(user)
  return (
    <ConfirmForm
      intent="demote"
      hidden={{ id: user.id }}
      label="Demote"
      labelled={`Demote ${name}`}
      labelLook="bad"
      look="bad"
      title={isMe ? 'Demote yourself?' : 'Demote this admin?'}
      text={
        isMe ? (
          <p>You are signed out at once and no longer get in here. Another admin can promote you again.</p>
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
