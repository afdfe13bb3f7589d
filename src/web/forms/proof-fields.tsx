import { Field } from '#ui/kit/field.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'
import { PasswordField } from '#web/forms/password-field.tsx'

/** Asks who it is that acts, where a stolen session must not be enough. `asksCode`: their account has a second factor. */
export function ProofFields({ asksCode = false, errorOf }: { asksCode?: boolean } & Pick<FormState, 'errorOf'>) {
  return (
    <>
      <PasswordField label="Your password" name="password" autoComplete="current-password" error={errorOf('password')} />
      {asksCode && <Field label="Code of your app, or one from paper" name="code" autoComplete="one-time-code" error={errorOf('code')} />}
    </>
  )
}
