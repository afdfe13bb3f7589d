import { useState } from 'react'
import { Link } from 'react-router'
import { Field } from '#ui/kit/field.tsx'
import { AccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { CodeForm } from '#web/account/code-form.tsx'
import { ResendForm } from '#web/account/resend-form.tsx'
import { useAccountForm } from '#web/account/use-account-form.ts'
import { useWelcome } from '#web/account/use-welcome.ts'
import { authUrl } from '#web/addresses.ts'
import { PasswordField } from '#web/forms/password-fields.tsx'

interface SignInFormProps {
  next: string | null
  posted?: AuthAnswer
  /** Known from the step before. */
  email?: string
}

export function SignInForm({ next, posted, email }: SignInFormProps) {
  const welcome = useWelcome(next)
  const [challenge, setChallenge] = useState(posted && 'done' in posted && posted.done === 'code' ? posted.challenge : null)
  const tools = useAccountForm({
    intent: 'sign-in',
    check: ({ email = '', password = '' }) => {
      const fields = {
        ...(email.trim() === '' && { email: 'Enter your e-mail or phone number.' }),
        ...(password === '' && { password: 'Enter your password.' }),
      }
      return Object.keys(fields).length > 0 ? { fields } : null
    },
    onDone: (done) => (done.done === 'code' ? setChallenge(done.challenge) : welcome(done)),
    posted,
    repeat: 'unsure',
  })
  const typed = tools.values.email ?? (posted && !('done' in posted) ? posted.values?.email : undefined) ?? ''
  const postedChallenge = posted && !('done' in posted) && posted.intent === 'code' ? posted.values?.challenge : null
  if (challenge ?? postedChallenge)
    return <CodeForm challenge={(challenge ?? postedChallenge) as string} next={next} posted={posted} onRestart={() => setChallenge(null)} />
  const { defaultValue, ...name } = tools.field('email')
  return (
    <>
      <AccountForm tools={tools} fields={['email', 'password']} act="Sign In" acting="Signing In...">
        <Field
          {...name}
          defaultValue={defaultValue || email}
          label="Email or Phone Number"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
        />
        <PasswordField {...tools.field('password')} label="Password" autoComplete="current-password" />
      </AccountForm>
      {tools.refusal?.code === 'email_not_confirmed' && <ResendForm email={typed} />}
      <p className="auth-more">
        <Link className="link" to={authUrl('forgot', next)}>
          Forgot your password?
        </Link>
      </p>
    </>
  )
}
