import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { type AuthAnswer, type Done, type Intent, refusalFor } from '#web/account/auth-answer.ts'
import { readDraft, storeDraft } from '#web/account/draft.ts'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'
import { useEachAnswer } from '#web/forms/use-each-answer.ts'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'

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
  /** Whether it may be sent again if its outcome is unknown. */
  isRepeatable?: boolean
  /** The form's own title for failures. */
  failure?: string
}

/** Milliseconds before each automatic retry of a form without an answer; after the last one the user decides. */
const retryDelays = [1_500, 4_000]

/**
 * A form of the sign-in screen with uncontrolled fields, validated on blur and on submit. It is sent by a fetcher and retried if the server is overloaded (502,
 * 503, 504). Without scripts the same form is posted, and shows what `posted` says.
 */
export function useAccountForm({ intent, check, onDone, posted, isRepeatable = false, failure }: Options) {
  const fetcher = useFetcher<AuthAnswer>()
  const element = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const sent = useRef<FormData | null>(null)
  const [values, setValues] = useState<Values>({})
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [checks, setChecks] = useState(0)
  const [localErrors, setLocalErrors] = useState<ValidationErrors>(null)
  const [repeats, setRepeats] = useState(0)
  const answer = fetcher.data ?? posted
  const failed = answer && !('done' in answer) && (answer.intent === undefined || answer.intent === intent) ? answer : null

  // Restores the draft, and reads what was typed before hydration.
  useEffect(() => {
    const draft = readDraft()
    for (const input of inputsOf(element.current)) if (input.value === '' && draft[input.name]) input.value = draft[input.name] as string
    setValues(valuesOf(element.current))
  }, [])

  useEachAnswer(fetcher.data, () => {
    if (!fetcher.data) return
    if ('done' in fetcher.data) onDone?.(fetcher.data)
    else if ('unsure' in fetcher.data && (isRepeatable || fetcher.data.unsure === 'busy') && retryDelays[repeats] !== undefined) {
      const timer = setTimeout(() => {
        setRepeats(repeats + 1)
        if (sent.current) void fetcher.submit(sent.current, { method: 'post' })
      }, retryDelays[repeats])
      return () => clearTimeout(timer)
    }
  })

  const unsure: Unsure['unsure'] | null = failed && 'unsure' in failed ? failed.unsure : null
  const willRetry = unsure !== null && fetcher.data !== undefined && (isRepeatable || unsure === 'busy') && repeats < retryDelays.length
  const busy = fetcher.state !== 'idle' || willRetry
  const refusal = failed && 'refusal' in failed && !busy ? refusalFor(failed.refusal, intent, failure, failed.values?.email) : null
  const errors = check(values)
  // The answer itself: a refusal is made anew by each rendering, and would take the focus away at each key that is pressed.
  useFocusOnError(element, outcome, checks, busy ? null : failed)

  const errorOf = (name: string) =>
    (changed.has(name) ? null : (localErrors?.fields?.[name] ?? refusal?.fields?.[name])) ??
    (touched.has(name) ? errors?.fields?.[name] : null) ??
    null

  return {
    values,
    busy,
    /** The refusal of the server or of the browser's validation. */
    refusal: localErrors?.title
      ? ({ code: 'bad_input', title: localErrors.title, message: localErrors.message ?? '', fields: localErrors.fields } as Refusal)
      : localErrors
        ? null
        : refusal,
    unsure: localErrors ? null : unsure,
    outcome,
    done: answer && 'done' in answer ? answer : null,
    form: {
      ref: element,
      method: 'post' as const,
      noValidate: true,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement
        const typed = valuesOf(element.current)
        setValues(typed)
        setChanged(new Set([...changed, name]))
        storeDraft(typed)
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name, value } = event.target as unknown as HTMLInputElement
        if (name && value) setTouched(new Set([...touched, name]))
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (busy) return
        const form = new FormData(event.currentTarget)
        const errors = check(valuesOf(event.currentTarget))
        setChanged(new Set())
        setLocalErrors(errors)
        if (errors) {
          setTouched(new Set([...form.keys()]))
          setChecks(checks + 1)
          return
        }
        sent.current = form
        setRepeats(0)
        void fetcher.submit(form, { method: 'post' })
      },
    },
    /** Props of a text field; `defaultValue` is what was typed if the form was posted without scripts. */
    field: (name: string) => ({
      name,
      required: true,
      defaultValue: posted && !('done' in posted) ? (posted.values?.[name] ?? '') : '',
      error: errorOf(name),
      autoFocus: failed === posted && refusal?.fields !== undefined && Object.keys(refusal.fields)[0] === name,
    }),
  }
}

export type AccountForm = ReturnType<typeof useAccountForm>

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter(
    (each) => each instanceof HTMLInputElement && ['text', 'tel', 'email'].includes(each.type),
  ) as HTMLInputElement[]
}

function valuesOf(form: HTMLFormElement | null): Values {
  return form ? Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))) : {}
}
