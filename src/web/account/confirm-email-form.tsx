import { Link } from 'react-router'
import { stateProblems } from '#domain/problem.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { AccountForm, checkEmail, useAccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { LinkSentAgain } from '#web/account/email-sent.tsx'
import { pendingClaimUrl, SignInForm, useWelcome } from '#web/account/sign-in-form.tsx'
import { authUrl, dashboardUrl } from '#web/addresses.ts'
import { PasswordField } from '#web/forms/password-fields.tsx'

interface ConfirmProps {
  linkWorks: boolean
  /** The link verifies the address of a new account, which also needs the password. */
  isNew: boolean
  /** The link changes the account's address. */
  isChange: boolean
  signedIn: boolean
  /** The path of the e-mail's `redirect`, or null. */
  next: string | null
  posted?: AuthAnswer
}

/**
 * The page of a verification link. It needs a click, because mail programs open links by themselves; a new account also needs its password, because the reader
 * of the e-mail may not be the one who signed up.
 */
export function Confirm({ linkWorks, isNew, isChange, signedIn, next, posted }: ConfirmProps) {
  const tools = useAccountForm({
    intent: 'confirm',
    check: ({ password = '' }) => (isNew && password === '' ? { fields: { password: 'Enter your password.' } } : null),
    // The account may have been created to claim an order.
    onDone: useWelcome(pendingClaimUrl() ?? next),
    posted,
  })
  const { done, refusal } = tools
  if (done?.done === 'confirmed')
    return (
      <>
        <Notice tone="lake" icon="tick" role="status">
          <b>Your e-mail is confirmed.</b>
          <p>{signedIn ? `From now on you sign in with ${done.email}.` : 'Sign in to continue.'}</p>
        </Notice>
        {signedIn ? <ButtonLink to={dashboardUrl}>Dashboard</ButtonLink> : <SignInForm next={next} email={done.email} />}
      </>
    )
  if (!linkWorks || refusal?.code === 'link_invalid') return isChange ? <ExpiredChangeLink /> : <ExpiredVerifyLink posted={posted} />
  if (isNew)
    return (
      <>
        <p className="auth-lead">One more step: enter the password you chose when you signed up, and your account is ready.</p>
        <AccountForm tools={tools} fields={['password']} act="Confirm and sign in" acting="Confirming...">
          <PasswordField {...tools.field('password')} label="Password" autoComplete="current-password" />
        </AccountForm>
        <p className="auth-more">
          <Link className="link" to={authUrl('forgot')}>
            Forgot your password?
          </Link>
        </p>
      </>
    )
  return (
    <>
      <p className="auth-lead">Press the button to replace your old address with the new one.</p>
      <AccountForm tools={tools} fields={[]} act="Confirm my e-mail" acting="Confirming..." />
    </>
  )
}

/** The dashboard has the form for another link. */
function ExpiredChangeLink() {
  return (
    <>
      <Notice tone="bad" role="alert">
        <b>{stateProblems.link_invalid.title}</b>
        <p>Your e-mail address has not changed, unless you have used this link already. You can ask for a new link in your dashboard.</p>
      </Notice>
      <ButtonLink to={dashboardUrl}>Dashboard</ButtonLink>
    </>
  )
}

function ExpiredVerifyLink({ posted }: { posted?: AuthAnswer }) {
  const tools = useAccountForm({
    intent: 'resend',
    check: checkEmail,
    posted,
    repeat: 'unsure',
    failure: 'Not sent',
  })
  if (tools.done?.done === 'resent') return <LinkSentAgain email={tools.done.email} />
  return (
    <>
      <Notice tone="bad" role="alert">
        <b>{stateProblems.link_invalid.title}</b>
        <p>{stateProblems.link_invalid.message} If you have used it already, just sign in.</p>
      </Notice>
      <AccountForm tools={tools} fields={['email']} act="Send the link again" acting="Sending...">
        <Field {...tools.field('email')} label="Email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </AccountForm>
      <p className="auth-more">
        <Link className="link" to={authUrl()}>
          Sign In
        </Link>
      </p>
    </>
  )
}
