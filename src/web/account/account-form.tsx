import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import type { AccountForm as Tools } from '#web/account/use-account-form.ts'
import { RefusalNotice, UnsureNotice } from '#web/forms/outcome-notice.tsx'
import { ScriptedField } from '#web/forms/use-action.tsx'

interface AccountFormProps {
  tools: Tools
  /** The names of the fields that show their own errors. */
  fields: string[]
  /** The label of the button, and while it is busy. */
  act: string
  acting: string
  disabled?: boolean
  children?: ReactNode
  /** Shown below a refusal. */
  help?: ReactNode
}

/** A form of the sign-in screen: its fields, the outcome of the last submit, and the button. */
export function AccountForm({ tools, fields, act, acting, disabled = false, children, help }: AccountFormProps) {
  const { intent, refusal, unsure, failure, busy, outcome } = tools
  // The field shows the error and has the focus already.
  const isShownByField = refusal?.code === 'wrong_password' && fields.some((name) => refusal.fields?.[name])
  return (
    <Form className="form" {...tools.form}>
      <input type="hidden" name="intent" value={intent} />
      <ScriptedField />
      {children}
      {refusal && !isShownByField && <RefusalNotice refusal={refusal} beside={fields} ref={outcome} />}
      {refusal && help}
      {unsure && (
        <UnsureNotice unsure={unsure} title={failure} repeating={busy} advice={`Check your connection, then press ${act} again.`} ref={outcome} />
      )}
      <Button type="submit" wide busy={busy} disabled={disabled}>
        {busy ? acting : act}
      </Button>
    </Form>
  )
}
