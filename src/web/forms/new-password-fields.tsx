import { type ComponentProps, useId } from 'react'
import { checklistRefusal, passwordChecklist } from '#domain/password.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { PasswordField } from '#web/forms/password-field.tsx'

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
