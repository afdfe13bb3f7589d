import { Link } from 'react-router'
import { pageProblems } from '#domain/page-problem.ts'
import { personRefusal } from '#domain/person.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { AccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { EmailSent } from '#web/account/email-sent.tsx'
import { PasswordField } from '#web/account/password-field.tsx'
import { SignInForm } from '#web/account/sign-in-form.tsx'
import { useAccountForm } from '#web/account/use-account-form.ts'
import { storedUrl, useWelcome } from '#web/account/use-welcome.ts'
import { authUrl, dashboardUrl } from '#web/addresses.ts'

interface ConfirmProps {
  linkWorks: boolean
  /** The link proves the address of a new account, whose password has to come with it. */
  isNew: boolean
  /** The link puts a new address in the place of the old one. */
  isChange: boolean
  signedIn: boolean
  /** Where the e-mail's `redirect` leads on to, or null. */
  next: string | null
  posted?: AuthAnswer
}

/**
 * Where the link of a letter lands that proves an address. One press, because mail programs open links before people do; for a new account with its
 * password, because whoever reads the e-mail need not be who signed up with the address.
 */
export function Confirm({ linkWorks, isNew, isChange, signedIn, next, posted }: ConfirmProps) {
  const tools = useAccountForm({
    intent: 'confirm',
    check: ({ password = '' }) => (isNew && password === '' ? { fields: { password: 'Write your password.' } } : null),
    // A new account may have been opened to keep an order.
    onDone: useWelcome(storedUrl() ?? next),
    posted,
  })
  const { done, refusal } = tools
  if (done?.done === 'confirmed')
    return (
      <>
        <Notice tone="lake" icon="tick" role="status">
          <b>Your e-mail is confirmed.</b>
          <p>{signedIn ? `From now on you sign in with ${done.email}.` : 'Sign in to go on.'}</p>
        </Notice>
        {signedIn ? <ButtonLink to={dashboardUrl}>Dashboard</ButtonLink> : <SignInForm next={next} email={done.email} />}
      </>
    )
  if (!linkWorks || refusal?.code === 'link_invalid') return isChange ? <ChangeAgain /> : <AskAgain posted={posted} />
  if (isNew)
    return (
      <>
        <p className="auth-lead">Your e-mail reached you. Write the password you chose when you signed up, and your account is ready.</p>
        <AccountForm tools={tools} intent="confirm" fields={['password']} act="Confirm and sign in" acting="Confirming...">
          <PasswordField {...tools.field('password')} label="Password" autoComplete="current-password" />
        </AccountForm>
        <p className="auth-more">
          <Link className="lnk" to={authUrl('forgot')}>
            Forgot your password?
          </Link>
        </p>
      </>
    )
  return (
    <>
      <p className="auth-lead">One press, and your new address takes the place of the old one: it shows that the e-mail we sent reached you.</p>
      <AccountForm tools={tools} intent="confirm" fields={[]} act="Confirm my e-mail" acting="Confirming..." />
    </>
  )
}

/** Only the dashboard knows which address was meant. */
function ChangeAgain() {
  return (
    <>
      <Notice tone="bad" role="alert">
        <b>{pageProblems.link_invalid.title}</b>
        <p>Your e-mail address stands as it was, unless you have used this link already. You can ask for a new link in your dashboard.</p>
      </Notice>
      <ButtonLink to={dashboardUrl}>Dashboard</ButtonLink>
    </>
  )
}

function AskAgain({ posted }: { posted?: AuthAnswer }) {
  const tools = useAccountForm({
    intent: 'resend',
    check: ({ email = '' }) => {
      const refusal = personRefusal('email', email)
      return refusal ? { fields: { email: refusal } } : null
    },
    posted,
    again: true,
    failure: 'Not sent',
  })
  if (tools.done?.done === 'resent')
    return (
      <EmailSent title="Check your e-mail" text="If this address is waiting to be confirmed, a new link is on its way." email={tools.done.email} />
    )
  return (
    <>
      <Notice tone="bad" role="alert">
        <b>{pageProblems.link_invalid.title}</b>
        <p>{pageProblems.link_invalid.message} If you have used it already, just sign in.</p>
      </Notice>
      <AccountForm tools={tools} intent="resend" fields={['email']} act="Send the link again" acting="Sending...">
        <Field {...tools.field('email')} label="Email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </AccountForm>
      <p className="auth-more">
        <Link className="lnk" to={authUrl()}>
          Sign In
        </Link>
      </p>
    </>
  )
}
