import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { newPasswordRefusal } from '#domain/password.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { AccountForm } from '#web/account/account-form.tsx'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { InvalidLink } from '#web/account/invalid-link.tsx'
import { useAccountForm } from '#web/account/use-account-form.ts'
import { authUrl, homeUrl } from '#web/addresses.ts'
import { NewPasswordFields } from '#web/forms/password-fields.tsx'
import { authStore } from '#web/session/auth-store.ts'

/** The sign-in screen and the reset page have different messages and next pages (spec §8). */
export const endings = {
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
