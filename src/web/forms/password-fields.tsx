import { type ComponentProps, useId, useState } from 'react'
import { checklistRefusal, passwordChecklist } from '#domain/account.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

/** A password field with a button that shows the password. */
export function PasswordField({ label, ...field }: Omit<ComponentProps<typeof Field>, 'type' | 'inside' | 'label'> & { label: string }) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...field}
      label={label}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inside={
        <IconButton
          icon={shown ? 'eye-shut' : 'eye'}
          label={`Show ${label.toLowerCase()}`}
          aria-pressed={shown}
          className="show-password"
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

interface NewPasswordProps {
  tools: { values: Record<string, string>; field: (name: string) => Omit<ComponentProps<typeof PasswordField>, 'label'> }
  labels: [string, string]
}

/** The fields for a new password and its confirmation, with the live checklist of spec §5. */
export function NewPasswordFields({ tools, labels }: NewPasswordProps) {
  const list = useId()
  const { password = '', confirmation = '' } = tools.values
  const checks = passwordChecklist(password, confirmation)
  const refusal = checklistRefusal(password)
  const field = tools.field('password')
  const held = checks.filter(({ holds }) => holds).length
  return (
    <>
      <PasswordField
        {...field}
        error={field.error ?? refusal}
        label={labels[0]}
        autoComplete="new-password"
        aria-describedby={list}
        enterKeyHint="next"
      />
      <PasswordField {...tools.field('confirmation')} label={labels[1]} autoComplete="new-password" aria-describedby={list} />
      <ul className="password-rules" id={list}>
        {checks.map(({ label, holds }) => (
          <li key={label} className={holds ? 'rule-met' : undefined}>
            <span className="rule-mark">{holds && <Icon name="tick" />}</span>
            {label}
            <span className="visually-hidden">{holds ? ', done' : ', not yet'}</span>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {held > 0 && `${held} of ${checks.length} password requirements met${refusal === null ? '' : `. ${refusal}`}`}
      </p>
    </>
  )
}

/** Whether the password meets the whole checklist. */
export function isPasswordValid({ password = '', confirmation = '' }: Record<string, string>): boolean {
  return passwordChecklist(password, confirmation).every(({ holds }) => holds) && checklistRefusal(password) === null
}

/** Asks who it is that acts, where a stolen session must not be enough. `asksCode`: their account has a second factor. */
export function ProofFields({ asksCode = false, errorOf }: { asksCode?: boolean } & Pick<FormState, 'errorOf'>) {
  return (
    <>
      <PasswordField label="Your password" name="password" autoComplete="current-password" error={errorOf('password')} />
      {asksCode && <Field label="Code of your app, or one from paper" name="code" autoComplete="one-time-code" error={errorOf('code')} />}
    </>
  )
}
