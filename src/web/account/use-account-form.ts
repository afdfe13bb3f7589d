import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { personRefusal } from '#domain/person.ts'
import { type AuthAnswer, type Done, failures, type Intent, refusalFor } from '#web/account/auth-answer.ts'
import { readDraft, storeDraft } from '#web/account/draft.ts'
import { useFieldErrors, useFocusOnError } from '#web/forms/field-errors.ts'
import type { Refusal } from '#web/forms/refusal.ts'
import { type ActionOptions, useAction } from '#web/forms/use-action.tsx'

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
  // The answer itself: a refusal is made anew by each rendering, and would take the focus away at each key that is pressed.
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

export type AccountForm = ReturnType<typeof useAccountForm>

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
