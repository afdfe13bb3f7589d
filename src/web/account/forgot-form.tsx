import { Link } from 'react-router'
import { Field } from '#ui/kit/field.tsx'
import { AccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { EmailSent } from '#web/account/email-sent.tsx'
import { checkEmail, useAccountForm } from '#web/account/use-account-form.ts'
import { authUrl } from '#web/addresses.ts'

export function ForgotForm({ next, posted }: { next: string | null; posted?: AuthAnswer }) {
  const tools = useAccountForm({
    intent: 'forgot',
    check: checkEmail,
    posted,
    repeat: 'unsure',
  })
  const back = (
    <p className="auth-more">
      <Link className="link" to={authUrl('sign-in', next)}>
        Back to Sign In
      </Link>
    </p>
  )
  if (tools.done?.done === 'forgot')
    return (
      <EmailSent title="Reset email sent!" text="Check your email for password reset instructions." email={tools.done.email}>
        {back}
      </EmailSent>
    )
  return (
    <>
      <p className="auth-lead">Enter the e-mail of your account. We send a link with which you choose a new password.</p>
      <AccountForm tools={tools} fields={['email']} act="Send Reset Email" acting="Sending...">
        <Field {...tools.field('email')} label="Email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </AccountForm>
      {back}
    </>
  )
}
