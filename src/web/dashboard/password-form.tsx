import { useState } from 'react'
import { passwordChecklist } from '#domain/password.ts'
import { Checklist } from '#ui/kit/checklist.tsx'
import { Field } from '#ui/kit/field.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { IntentForm } from '#web/dashboard/intent-form.tsx'

const empty = { password: '', confirmation: '' }

/** `email` is for password managers, so that they know whose password it is. */
export function PasswordForm({ email }: { email: string }) {
  const [typed, setTyped] = useState(empty)
  const type = (name: keyof typeof empty) => (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value })
  return (
    <IntentForm
      intent="password"
      look="ghost"
      submit="Change password"
      onDone={() => {
        setTyped(empty)
        showToast({ title: 'Password updated!', text: 'All other devices were signed out.' })
      }}
      doneWords={() => 'Password updated! All other devices were signed out.'}
    >
      {({ errorOf }) => (
        <>
          <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
          <Field
            name="current_password"
            label="Present password"
            type="password"
            autoComplete="current-password"
            error={errorOf('current_password')}
          />
          <Field
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
            onChange={type('password')}
            error={errorOf('password')}
          />
          <Field
            name="confirmation"
            label="New password again"
            type="password"
            autoComplete="new-password"
            onChange={type('confirmation')}
            error={errorOf('confirmation')}
          />
          <Checklist label="The new password" list={passwordChecklist(typed.password, typed.confirmation)} />
        </>
      )}
    </IntentForm>
  )
}
