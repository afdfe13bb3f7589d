import { type ReactNode, useState } from 'react'
import { useActionData } from 'react-router'
import { formatMoney, toShillings } from '#domain/money.ts'
import { formatDate, formatDateTime } from '#domain/nairobi-time.ts'
import { deviceName, formatTimeAgo } from '#domain/session.ts'
import type { DeletionTerms } from '#features/people/delete-account.ts'
import type { OwnSession } from '#features/people/sessions.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { buttonClass } from '#ui/kit/button.tsx'
import { CheckField, Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { DemoMailLink } from '#web/account/email-sent.tsx'
import { personalDataUrl } from '#web/addresses.ts'
import type { Answer, Intent } from '#web/dashboard/dashboard-acts.ts'
import { DashboardForm } from '#web/dashboard/dashboard-layout.tsx'
import { SecondFactor } from '#web/dashboard/second-factor-section.tsx'
import { NewPasswordFields, PasswordField, ProofFields } from '#web/forms/password-fields.tsx'

interface AccountSectionProps {
  email: string
  secondFactor: boolean
  /** Their role in the shop counts only with one. */
  isFactorNeeded: boolean
  sessions: OwnSession[]
  /** What an affiliate loses with the account. */
  terms: DeletionTerms
  /** When the devices were loaded, in milliseconds. */
  at: number
}

/** Rarely used settings in native `<details>`, which need no scripts. */
export function AccountSection({ email, secondFactor, isFactorNeeded, sessions, terms, at }: AccountSectionProps) {
  return (
    <section className="dashboard-section" aria-labelledby="account">
      <h2 id="account">Account</h2>
      <Row title="E-mail" value={email} intents={['address']}>
        <AddressForm />
      </Row>
      <Row title="Password" intents={['password']}>
        <PasswordForm email={email} />
      </Row>
      <Row title="Signed-in devices" value={`${sessions.length}`} action="Show" intents={['end-session', 'end-other-sessions']}>
        <Sessions sessions={sessions} at={at} />
      </Row>
      <Row
        id="second-factor"
        title="Two-step sign-in"
        value={secondFactor ? 'On' : 'Off'}
        isOpen={isFactorNeeded}
        intents={['begin-second-factor', 'confirm-second-factor', 'end-second-factor']}
      >
        {isFactorNeeded && <Notice tone="amber">The Admin Panel opens once you have set this up: owners and managers use two-step sign-in.</Notice>}
        <SecondFactor isOn={secondFactor} />
      </Row>
      <Row title="My data" action="Show" intents={[]}>
        <p>All we hold about you, in one file: your profile, your orders and payments, your devices, and the e-mails we sent you.</p>
        <a className={buttonClass({ look: 'ghost', small: true })} href={personalDataUrl} download>
          Download my data
        </a>
      </Row>
      <Row title="Delete my account" action="Show" intents={['delete-account']}>
        <DeleteForm {...terms} secondFactor={secondFactor} />
      </Row>
    </section>
  )
}

/** Open if the page came back with an answer to one of its forms. */
function Row({
  id,
  title,
  value,
  action = 'Change',
  isOpen = false,
  intents,
  children,
}: {
  id?: string
  title: string
  value?: string
  action?: string
  isOpen?: boolean
  intents: Intent[]
  children: ReactNode
}) {
  const posted = useActionData() as Answer | undefined
  const isAnswered = posted !== undefined && 'intent' in posted && intents.includes(posted.intent)
  return (
    <details className="fold" id={id} open={isAnswered || isOpen || undefined}>
      <summary>
        <span>
          <b>{title}</b>
          {value && <span className="fold-value">{value}</span>}
        </span>
        <span className="link">
          <span className="fold-shut">{action}</span>
          <span className="fold-open">Close</span>
        </span>
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  )
}

function AddressForm() {
  return (
    <DashboardForm
      intent="address"
      look="ghost"
      submit="Send the link"
      doneWords={({ email }) => (
        <>
          We sent a link to {email}. Your address changes when you open it; until then you sign in with the old one. <DemoMailLink />
        </>
      )}
    >
      {({ errorOf, field }) => (
        <>
          <Field
            {...field('email')}
            label="New e-mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            hint="We send a link there. Your old address gets a notice."
          />
          <ProofFields errorOf={errorOf} />
        </>
      )}
    </DashboardForm>
  )
}

/** A plain form: the browser leaves this page, and with it everything it holds in memory. */
function DeleteForm({ forfeit, owed, secondFactor }: DeletionTerms & { secondFactor: boolean }) {
  return (
    <>
      <p>
        Your profile, your sign-in and your devices are deleted immediately and permanently. Your orders stay in our books without your name, phone
        and address; an order that is still on its way keeps them until it has arrived. Money that is still moving has to arrive first.
      </p>
      {owed > 0 && (
        <p>
          You owe us <b>{formatMoney(owed)}</b>: commissions that were paid out and taken back. That stays owed. We keep it under a code made of your
          e-mail and M-Pesa numbers that names nobody, and take it off what you earn if you become an affiliate again with one of them.
        </p>
      )}
      <DashboardForm intent="delete-account" look="bad" submit="Delete my account" plain>
        {({ errorOf, typed, field }) => (
          <>
            {forfeit > 0 && (
              <CheckField
                name="forfeit"
                value={toShillings(forfeit)}
                defaultChecked={Number(typed.forfeit) === toShillings(forfeit)}
                error={errorOf('forfeit')}
              >
                I give up <b>{formatMoney(forfeit)}</b> that I earned: pending commissions, and what is left in my wallet.
              </CheckField>
            )}
            <Field {...field('word')} label="Type DELETE to confirm" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
            <ProofFields asksCode={secondFactor} errorOf={errorOf} />
          </>
        )}
      </DashboardForm>
    </>
  )
}

/** `email` goes into a hidden username field for password managers. */
function PasswordForm({ email }: { email: string }) {
  const [values, setValues] = useState<Record<string, string>>({})
  return (
    <DashboardForm
      intent="password"
      look="ghost"
      submit="Change password"
      onInput={(field) => setValues({ ...values, [field.name]: field.value })}
      onDone={() => setValues({})}
      doneWords={() => 'Password updated! All other devices were signed out.'}
    >
      {({ errorOf }) => (
        <>
          <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
          <PasswordField name="current_password" label="Current password" autoComplete="current-password" error={errorOf('current_password')} />
          <NewPasswordFields
            labels={['New password', 'New password again']}
            tools={{ values, field: (name) => ({ name, required: true, defaultValue: '', error: errorOf(name), autoFocus: false }) }}
          />
        </>
      )}
    </DashboardForm>
  )
}

/** The user's sessions, this device first. `at` is when they were loaded, in milliseconds. */
function Sessions({ sessions, at }: { sessions: OwnSession[]; at: number }) {
  return (
    <>
      <ul className="devices">
        {sessions.map((session) => (
          <Device key={session.id} session={session} at={at} />
        ))}
      </ul>
      {sessions.length > 1 && <DashboardForm intent="end-other-sessions" look="ghost" small submit="Sign out everywhere else" />}
    </>
  )
}

function Device({ session: { id, user_agent, created_at, last_used_at, is_current }, at }: { session: OwnSession; at: number }) {
  const name = deviceName(user_agent)
  return (
    <li>
      <span>
        <b>{name}</b>
        {!is_current && (
          <small>
            Last seen{' '}
            <time dateTime={last_used_at} title={formatDateTime(last_used_at)}>
              {formatTimeAgo((at - Date.parse(last_used_at)) / 1000)}
            </time>
          </small>
        )}
        <small>Signed in {formatDate(created_at)}</small>
      </span>
      {is_current ? (
        <Badge tone="lake">This device</Badge>
      ) : (
        <DashboardForm intent="end-session" hidden={{ id }} look="ghost" small submit="Sign out" name={`Sign out ${name}`} />
      )}
    </li>
  )
}
