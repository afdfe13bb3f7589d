import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { newPasswordRefusal } from '#domain/account.ts'
import { stateProblems } from '#domain/problem.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { AccountForm, checkEmail, useAccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { EmailSent } from '#web/account/email-sent.tsx'
import { authUrl, homeUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/browser-state.ts'
import { NewPasswordFields } from '#web/forms/password-fields.tsx'
import { authStore } from '#web/session/auth-store.ts'

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

/** Milliseconds (spec §9, reset-link redirect). */
const redirectDelay = 3_000

/** Shown for a recovery link that is used up or expired. It redirects to Sign In, unless the visitor cancels that. */
export function InvalidLink() {
  const [isCancelled, setCancelled] = useState(false)
  const inBrowser = useInBrowser()
  const navigate = useNavigate()
  useEffect(() => {
    if (isCancelled) return
    const timer = setTimeout(() => void navigate(authUrl(), { replace: true }), redirectDelay)
    return () => clearTimeout(timer)
  }, [isCancelled, navigate])
  const { title, message } = stateProblems.reset_link_invalid
  return (
    <div className="form">
      <Notice tone="bad" role="alert">
        <b>{title}</b>
        <p>{message}</p>
        {inBrowser && <p>{isCancelled ? 'You stay on this page.' : 'In 3 seconds this page continues to Sign In.'}</p>}
      </Notice>
      <ButtonLink to={authUrl('forgot')}>Send a new link</ButtonLink>
      {inBrowser && !isCancelled && (
        <Button look="ghost" onClick={() => setCancelled(true)}>
          Stay on this page
        </Button>
      )}
    </div>
  )
}

/** The sign-in screen and the reset page have different messages and next pages (spec §8). */
const endings = {
  screen: { title: 'Password updated!', text: undefined, toNext: (next: string | null) => next ?? homeUrl, failure: 'Password update failed' },
  page: {
    title: 'Password updated successfully',
    text: 'You can now sign in with your new password',
    toNext: (next: string | null) => authUrl('sign-in', next),
    failure: 'Update failed',
  },
} as const

interface NewPasswordProps {
  ending: keyof typeof endings
  /** The path of the e-mail's `redirect`, or null. */
  next: string | null
  posted?: AuthAnswer
}

export function NewPasswordForm({ ending, next, posted }: NewPasswordProps) {
  const { title, text, toNext, failure } = endings[ending]
  const navigate = useNavigate()
  const tools = useAccountForm({
    intent: 'new-password',
    check: ({ password = '', confirmation = '' }) => newPasswordRefusal(password, confirmation),
    onDone: () => {
      // A new password ends all sessions of the account, including this browser's.
      authStore.learn(null)
      showToast({ title, text })
      void navigate(toNext(next), { replace: true })
    },
    posted,
    failure,
  })
  useEffect(() => authStore.recover(), [])
  if (tools.done)
    return (
      <div className="form">
        <Notice tone="lake" icon="tick" role="status">
          <b>{title}</b>
          {text && <p>{text}</p>}
        </Notice>
        <ButtonLink to={authUrl('sign-in', next)}>Sign In</ButtonLink>
      </div>
    )
  if (tools.refusal?.code === 'reset_link_invalid') return <InvalidLink />
  return (
    <AccountForm tools={tools} fields={['password', 'confirmation']} act="Update Password" acting="Updating...">
      <NewPasswordFields tools={tools} labels={['New Password', 'Confirm New Password']} />
    </AccountForm>
  )
}
