import { useState } from 'react'
import { isAsHigh, type StaffRole, staffRoles } from '#domain/roles.ts'
import { invitationActs } from '#domain/staff-acts.ts'
import type { InvitationRow } from '#features/people/invitations.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ActForm, AdminForm } from '#web/admin/admin-form.tsx'
import { NewBox } from '#web/admin/new-row-form.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'
import { ProofFields } from '#web/forms/password-fields.tsx'
import '../people.css'

interface InvitationsProps {
  rows: InvitationRow[]
  /** The reader's own role, the highest that they may invite. */
  role: StaffRole | null
  asksCode: boolean
  visitKey: string
}

/** Invites somebody to work in the shop, and lists who was invited. */
export function Invitations({ rows, role, asksCode, visitKey }: InvitationsProps) {
  const { label, busy } = invitationActs.create
  return (
    <>
      <NewBox label="Invite somebody" isFirst={false} visitKey={visitKey}>
        {({ formKey: _, ...form }) => (
          <AdminForm intent="create" submit={label} busy={busy} {...form}>
            {({ errorOf, typed, field }) => (
              <>
                <Field
                  {...field('email')}
                  label="E-mail"
                  type="email"
                  inputMode="email"
                  required
                  autoComplete="off"
                  hint="They get a link that opens once, within three days."
                />
                <RoleField role={role} value={typed.role ?? 'packer'} asksCode={asksCode} errorOf={errorOf} />
              </>
            )}
          </AdminForm>
        )}
      </NewBox>
      {rows.length > 0 && (
        <section aria-labelledby="invited">
          <h2 id="invited">Invited</h2>
          <Table
            className="people"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: 'E-mail', cell: ({ email }) => email },
              { head: 'Role', cell: (row) => staffRoles[row.role].label },
              {
                head: 'Invited',
                cell: ({ invited_by, created_at }) => (
                  <span>
                    <Moment at={created_at} /> by {invited_by || 'the shop'}
                  </span>
                ),
              },
              { head: 'State', cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
              { head: 'Actions', cell: (row) => row.state === 'open' && isAsHigh({ role }, row.role) && <Withdraw {...row} />, right: true },
            ]}
          />
        </section>
      )}
    </>
  )
}

const states = {
  open: { label: 'Open', tone: 'amber' },
  accepted: { label: 'Accepted', tone: 'leaf' },
  withdrawn: { label: 'Withdrawn', tone: 'grey' },
  expired: { label: 'Expired', tone: 'grey' },
} as const

function Withdraw({ id, email }: InvitationRow) {
  return <ActForm act={invitationActs.withdraw} intent="withdraw" hidden={{ id }} of={email} labelLook="ghost" />
}

interface RoleFieldProps extends Pick<FormState, 'errorOf'> {
  role: StaffRole | null
  value: string
  /** The choice of no role. */
  none?: string
  asksCode: boolean
}

/** The roles that the reader may give, each with what it does. To make an owner takes a proof, which is asked for here or, where that was not seen here, once the shop has. */
export function RoleField({ role, value, none, asksCode, errorOf }: RoleFieldProps) {
  const [chosen, setChosen] = useState(value)
  const mine = (Object.keys(staffRoles) as StaffRole[]).filter((each) => isAsHigh({ role }, each))
  return (
    <>
      <SelectField
        name="role"
        label="Role"
        defaultValue={value}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        error={errorOf('role')}
      >
        {mine.map((each) => (
          <option key={each} value={each}>
            {staffRoles[each].label}: {staffRoles[each].does.toLowerCase()}
          </option>
        ))}
        {none && <option value="">{none}</option>}
      </SelectField>
      {(chosen === 'owner' || errorOf('password') || errorOf('code')) && <ProofFields asksCode={asksCode} errorOf={errorOf} />}
    </>
  )
}
