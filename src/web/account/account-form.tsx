import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import type { Intent } from '#web/account/auth-answer.ts'
import { ScriptedField } from '#web/account/scripted-field.tsx'
import type { AccountForm as Tools } from '#web/account/use-account-form.ts'
import { RefusalNotice } from '#web/checkout/outcome-notice.tsx'

interface AccountFormProps {
  tools: Tools
  intent: Intent
  /** The names of its fields, which say themselves what is wrong with them. */
  fields: string[]
  /** What the button says, and while it is busy. */
  act: string
  acting: string
  disabled?: boolean
  children?: ReactNode
  /** Below a refusal. */
  help?: ReactNode
}

/** The fields, what came of the last try, and the button. */
export function AccountForm({ tools, intent, fields, act, acting, disabled = false, children, help }: AccountFormProps) {
  const { refusal, unsure, busy, outcome } = tools
  // Beside its field it is said already, and heard: the focus goes there.
  const isSaid = refusal?.code === 'wrong_password' && fields.some((name) => refusal.fields?.[name])
  return (
    <Form className="form" {...tools.form}>
      <input type="hidden" name="intent" value={intent} />
      <ScriptedField />
      {children}
      {refusal && !isSaid && <RefusalNotice refusal={refusal} beside={fields} ref={outcome} />}
      {refusal && help}
      {unsure && (
        <Notice tone="amber" role="alert" tabIndex={-1} ref={outcome}>
          <b>{unsure === 'lost' ? 'The connection was lost before we heard back.' : 'The shop did not answer in time.'}</b>
          <p>{busy ? 'We are trying again. Please keep this page open.' : `Check your connection, then press ${act} again.`}</p>
        </Notice>
      )}
      <Button type="submit" wide busy={busy} disabled={disabled}>
        {busy ? acting : act}
      </Button>
    </Form>
  )
}
