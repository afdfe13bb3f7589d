import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { type AuthAnswer, type Done, type Intent, inWords } from '#web/account/auth-answer.ts'
import { keepDraft, readDraft } from '#web/account/draft.ts'
import type { Refusal, Unsure } from '#web/refusal.ts'
import { useEachAnswer } from '#web/use-each-answer.ts'
import { useFocusOnTrouble } from '#web/use-focus-on-trouble.ts'

type Values = Record<string, string>
/** What the form itself finds wrong: by field, and as a whole if that has a name of its own. */
type Found = { title?: string; message?: string; fields?: Record<string, string> } | null

interface Options {
  intent: Intent
  /** Why it may not be sent yet, or null. */
  check: (values: Values) => Found
  /** Acted on once, when it arrives. */
  onDone?: (done: Done) => void
  /** What the server answered to the same form without scripts. */
  posted?: AuthAnswer
  /** May be sent again when nobody knows whether it arrived. */
  again?: boolean
  /** The screen's own word for a failure. */
  failure?: string
}

/** Milliseconds after which a form that the shop did not answer is sent again by itself; after the last one the person decides. */
const pauses = [1_500, 4_000]

/**
 * A form of the sign-in screen: plain fields that the browser keeps, checked as they are left and again at the press, sent by a fetcher, and sent
 * again when the shop was out of breath (502, 503, 504). Without scripts the same form is posted, and shows what `posted` says.
 */
export function useAccountForm({ intent, check, onDone, posted, again = false, failure }: Options) {
  const fetcher = useFetcher<AuthAnswer>()
  const element = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const sent = useRef<FormData | null>(null)
  const [values, setValues] = useState<Values>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [checks, setChecks] = useState(0)
  const [own, setOwn] = useState<Found>(null)
  const [repeats, setRepeats] = useState(0)
  const answer = fetcher.data ?? posted
  const failed = answer && !('done' in answer) && (answer.intent === undefined || answer.intent === intent) ? answer : null

  // What a reload, or the other tab of the screen, would have lost; and what was typed before the scripts came.
  useEffect(() => {
    const draft = readDraft()
    for (const input of inputsOf(element.current)) if (input.value === '' && draft[input.name]) input.value = draft[input.name] as string
    setValues(valuesOf(element.current))
  }, [])

  useEachAnswer(fetcher.data, () => {
    if (!fetcher.data) return
    if ('done' in fetcher.data) onDone?.(fetcher.data)
    else if ('unsure' in fetcher.data && (again || fetcher.data.unsure === 'busy') && pauses[repeats] !== undefined) {
      const timer = setTimeout(() => {
        setRepeats(repeats + 1)
        if (sent.current) void fetcher.submit(sent.current, { method: 'post' })
      }, pauses[repeats])
      return () => clearTimeout(timer)
    }
  })

  const unsure: Unsure['unsure'] | null = failed && 'unsure' in failed ? failed.unsure : null
  const waits = unsure !== null && fetcher.data !== undefined && (again || unsure === 'busy') && repeats < pauses.length
  const busy = fetcher.state !== 'idle' || waits
  const refusal = failed && 'refusal' in failed && !busy ? inWords(failed.refusal, intent, failure, failed.values?.email) : null
  const found = check(values)
  useFocusOnTrouble(element, outcome, checks, refusal ?? (busy ? null : unsure))

  const errorOf = (name: string) =>
    (changed.has(name) ? null : (own?.fields?.[name] ?? refusal?.fields?.[name])) ?? (left.has(name) ? found?.fields?.[name] : null) ?? null

  return {
    values,
    busy,
    /** What was refused, by the server or by the form itself. */
    refusal: own?.title ? ({ code: 'bad_input', title: own.title, message: own.message ?? '', fields: own.fields } as Refusal) : own ? null : refusal,
    unsure: own ? null : unsure,
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
        keepDraft(typed)
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name, value } = event.target as unknown as HTMLInputElement
        if (name && value) setLeft(new Set([...left, name]))
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (busy) return
        const form = new FormData(event.currentTarget)
        const wrong = check(valuesOf(event.currentTarget))
        setChanged(new Set())
        setOwn(wrong)
        if (wrong) {
          setLeft(new Set([...form.keys()]))
          setChecks(checks + 1)
          return
        }
        sent.current = form
        setRepeats(0)
        void fetcher.submit(form, { method: 'post' })
      },
    },
    /** Of one text field; `defaultValue` is what was typed before a page without scripts came back. */
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
