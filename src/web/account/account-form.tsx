import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { personRefusal } from '#domain/account.ts'
import { Button } from '#ui/kit/button.tsx'
import { type AuthAnswer, type Done, failures, type Intent, refusalFor } from '#web/account/auth-answer.ts'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import { RefusalNotice, UnsureNotice, useFieldErrors, useFocusOnError } from '#web/forms/form-errors.tsx'
import type { Refusal } from '#web/forms/refusal.ts'
import { type ActionOptions, ScriptedField, useAction } from '#web/forms/use-action.tsx'
import { typedKeys } from '#web/session/clear-on-sign-out.ts'

interface AccountFormProps {
  tools: AccountTools
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

type Values = Record<string, string>
/** Errors of the browser's own validation: per field, and a title if the form as a whole has an error. */
type ValidationErrors = { title?: string; message?: string; fields?: Record<string, string> } | null

interface Options {
  intent: Intent
  /** Validates the form; null if it may be sent. */
  check: (values: Values) => ValidationErrors
  /** Called once per successful answer. */
  onDone?: (done: Done) => void
  /** The server's answer if the form was posted without scripts. */
  posted?: AuthAnswer
  repeat?: ActionOptions['repeat']
  /** The form's own title for failures. */
  failure?: string
}

/**
 * A form of the sign-in screen with uncontrolled fields, validated on blur and on submit. Without scripts the same form is posted, and shows what `posted`
 * says.
 */
export function useAccountForm({ intent, check, onDone, posted, repeat, failure = failures[intent] }: Options) {
  const element = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState<Values>({})
  const [checks, setChecks] = useState(0)
  const [localErrors, setLocalErrors] = useState<ValidationErrors>(null)
  const sending = useAction<AuthAnswer>({ repeat, onAnswer: (answer) => 'done' in answer && onDone?.(answer) })
  const { busy } = sending
  const answer = sending.answer ?? posted
  const failed = answer && !('done' in answer) && (answer.intent === undefined || answer.intent === intent) ? answer : null
  const unsure = failed && 'unsure' in failed ? failed.unsure : null
  const refusal = failed && 'refusal' in failed && !busy ? refusalFor(failed.refusal, intent, failure, failed.values?.email) : null
  const fields = useFieldErrors(check(values)?.fields, refusal?.fields)
  // The answer itself: a refusal is made again by each rendering, and would take the focus away at each key that is pressed.
  useFocusOnError(element, outcome, checks, busy ? null : failed)

  // Restores the draft, and reads what was typed before hydration.
  useEffect(() => {
    const draft = readDraft()
    for (const input of inputsOf(element.current)) if (input.value === '' && draft[input.name]) input.value = draft[input.name] as string
    setValues(valuesOf(element.current))
  }, [])

  return {
    intent,
    values,
    busy,
    /** The refusal of the server or of the browser's validation. */
    refusal: localErrors?.title
      ? ({ code: 'bad_input', title: localErrors.title, message: localErrors.message ?? '', fields: localErrors.fields } as Refusal)
      : localErrors
        ? null
        : refusal,
    unsure: localErrors ? null : unsure,
    failure,
    outcome,
    done: answer && 'done' in answer ? answer : null,
    form: {
      ref: element,
      method: 'post' as const,
      noValidate: true,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const typed = valuesOf(element.current)
        setValues(typed)
        fields.change((event.target as HTMLInputElement).name)
        storeDraft(typed)
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name, value } = event.target as unknown as HTMLInputElement
        if (name && value) fields.touch(name)
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (busy) return
        const sent = valuesOf(event.currentTarget)
        const errors = check(sent)
        setValues(sent)
        setLocalErrors(errors)
        if (errors) {
          fields.touch(...Object.keys(sent))
          setChecks(checks + 1)
        } else {
          fields.sent()
          sending.send(new FormData(event.currentTarget))
        }
      },
    },
    /** Writes into a field, as its visitor would. */
    fill(name: string, text: string) {
      const input = inputsOf(element.current).find((each) => each.name === name)
      if (!input) return
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
    },
    /** Props of a text field; `defaultValue` is what was typed if the form was posted without scripts. */
    field: (name: string) => ({
      name,
      required: true,
      defaultValue: posted && !('done' in posted) ? (posted.values?.[name] ?? '') : '',
      error: fields.errorOf(name),
      autoFocus: failed === posted && refusal?.fields !== undefined && Object.keys(refusal.fields)[0] === name,
    }),
  }
}

type AccountTools = ReturnType<typeof useAccountForm>

/** The check of a form whose only field is an e-mail address. */
export function checkEmail({ email = '' }: Values): ValidationErrors {
  const refusal = personRefusal('email', email)
  return refusal ? { fields: { email: refusal } } : null
}

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter(
    (each) => each instanceof HTMLInputElement && ['text', 'tel', 'email'].includes(each.type),
  ) as HTMLInputElement[]
}

function valuesOf(form: HTMLFormElement | null): Values {
  return form ? Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))) : {}
}

/** Passwords are never stored. */
const draftFields = ['full_name', 'phone', 'email'] as const

const draft = storedValue<Record<string, string>>(tab, typedKeys.account, { empty: {}, parse: (text) => textsIn(Object(JSON.parse(text))) })

/** What was typed on the sign-in screens of this tab; it survives a reload and a change between the screens. */
export const readDraft = draft.get

export function storeDraft(values: Record<string, string>): void {
  draft.tryWrite({ ...readDraft(), ...textsIn(values) })
}

export function clearDraft(): void {
  draft.tryWrite(null)
}

function textsIn(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(draftFields.flatMap((field) => (typeof values[field] === 'string' ? [[field, values[field]]] : [])))
}
