import { useState } from 'react'
import { DashboardForm } from '#web/dashboard/dashboard-form.tsx'
import { NewPasswordFields, PasswordField } from '#web/forms/password-fields.tsx'

/** `email` goes into a hidden username field for password managers. */
export function PasswordForm({ email }: { email: string }) {
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
