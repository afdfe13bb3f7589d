import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type FetcherWithComponents, useActionData, useFetcher } from 'react-router'
import { Button, type ButtonLook } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { SessionEnded } from '#web/account/session-ended.tsx'
import { dashboardUrl } from '#web/addresses.ts'
import type { AnswerTo, Done, Intended, Refused } from '#web/dashboard/form-answer.ts'
import { focusInSight } from '#web/focus-in-sight.ts'
import type { Refusal } from '#web/refusal.ts'
import { useEachAnswer } from '#web/use-each-answer.ts'

interface IntentFormProps<Of extends Intended> {
  intent: Of['intent']
  /** What goes along unseen. */
  hidden?: Record<string, string>
  submit: ReactNode
  /** What the button says while it is carried out. */
  busy?: string
  look?: ButtonLook
  small?: boolean
  /** The button's name for readers, where its words alone would not do. */
  name?: string
  /** Where the page of this form lives. */
  action?: string
  disabled?: boolean
  /** Sent as browsers send forms, for what leaves nothing of the page behind. */
  plain?: boolean
  /** What is being typed. */
  onInput?: (field: HTMLInputElement) => void
  /** Once for each time it was carried out; a browser without scripts is told by `doneWords`. */
  onDone?: (outcome: Of['done']) => void
  doneWords?: (outcome: Of['done']) => ReactNode
  /** Another way out, beside the button. */
  beside?: ReactNode
  children?: (form: FormState) => ReactNode
}

/** What a form shows of its last answer. */
export interface FormState {
  errorOf: (field: string) => string | null
  /** What stood in the fields, for browsers without scripts. */
  typed: Record<string, string>
  refusal: Refusal | null
}

/**
 * A form of the profile page, or of another page whose forms are told apart by their `intent`: without scripts the browser sends it and gets the page back
 * with the answer beside it; with scripts it stays where it is. Refusals stand beside their fields, and the focus goes to the first.
 */
export function IntentForm<Of extends Intended = Done>({
  intent,
  hidden = {},
  submit,
  busy = 'One moment...',
  look,
  small,
  name,
  plain,
  disabled,
  ...rest
}: IntentFormProps<Of>) {
  const { action = dashboardUrl, onInput, onDone, doneWords, beside, children } = rest
  const fetcher = useFetcher() as FetcherWithComponents<AnswerTo<Of>>
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const posted = usePosted<Of>(intent, hidden)
  const answer = fetcher.data ?? posted
  const waits = useRepeats(fetcher, form)
  const working = waits || fetcher.state !== 'idle'
  const refusal = answer && 'refusal' in answer ? answer.refusal : null
  const typed = typedIn(answer)
  const shown = Object.keys(refusal?.fields ?? {})
  useOutcome(answer, fetcher.data !== undefined, form, notice, onDone)
  useLeftFocus(form)

  const Form = plain ? 'form' : fetcher.Form
  return (
    <Form method="post" action={action} className="form" ref={form} noValidate onInput={(event) => onInput?.(event.target as HTMLInputElement)}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {children?.({ errorOf: (field) => refusal?.fields?.[field] ?? null, typed, refusal })}
      {refusal?.code === 'signed_out' && <SessionEnded refusal={refusal} ref={notice} />}
      {refusal && refusal.code !== 'signed_out' && shown.length === 0 && (
        <Notice tone="bad" role="alert" tabIndex={-1} ref={notice}>
          <b>{refusal.title}.</b> {refusal.message}
        </Notice>
      )}
      {answer && 'unsure' in answer && (
        <Notice tone="amber" role="alert" tabIndex={-1} ref={notice}>
          {answer.unsure === 'lost' ? 'The connection was lost.' : 'The shop is catching its breath.'}{' '}
          {working ? 'We are trying again. Please keep this page open.' : 'What you wrote is still here: please try again.'}
        </Notice>
      )}
      <p role="status" className="done">
        {answer && 'done' in answer && doneWords && (
          <>
            <Icon name="tick" small /> <span>{doneWords(answer.done)}</span>
          </>
        )}
      </p>
      <Beside way={beside}>
        <Button type="submit" look={look} small={small} busy={working} disabled={disabled} aria-label={name}>
          {working ? busy : submit}
        </Button>
      </Beside>
    </Form>
  )
}

function Beside({ way, children }: { way: ReactNode; children: ReactNode }) {
  if (!way) return children
  return (
    <div className="acts">
      {children}
      {way}
    </div>
  )
}

/** Milliseconds after which a form that the shop had no breath for is sent again by itself; after the last one the person decides. */
const pauses = [1_500, 4_000]

/** Sends a form again for which the shop was too busy (502, 503, 504). Answers whether it waits to. */
function useRepeats(fetcher: FetcherWithComponents<AnswerTo<Intended>>, form: RefObject<HTMLFormElement | null>): boolean {
  const [repeats, setRepeats] = useState(0)
  const { data: answer, state } = fetcher
  const isBusy = answer !== undefined && 'unsure' in answer && answer.unsure === 'busy'
  const pause = isBusy ? pauses[repeats] : undefined

  useEachAnswer(answer, () => {
    if (!isBusy) setRepeats(0)
    if (pause === undefined) return
    const timer = setTimeout(() => {
      setRepeats(repeats + 1)
      if (form.current) void fetcher.submit(form.current)
    }, pause)
    return () => clearTimeout(timer)
  })

  return pause !== undefined && state === 'idle'
}

function typedIn(answer: AnswerTo<Intended> | undefined): Refused['typed'] {
  return answer && 'typed' in answer ? (answer as Refused<string>).typed : {}
}

/** The answer that came with the page, if it is this form's own. */
function usePosted<Of extends Intended>(intent: string, hidden: Record<string, string>): AnswerTo<Of> | undefined {
  const posted = useActionData() as AnswerTo<Of> | undefined
  if (!posted || !('intent' in posted) || posted.intent !== intent) return undefined
  const typed = typedIn(posted)
  return 'done' in posted || Object.entries(hidden).every(([name, value]) => typed[name] === value) ? posted : undefined
}

/** A form that goes with what it changed hands the focus to the row it stood in, so that nobody is left nowhere. */
function useLeftFocus(form: RefObject<HTMLFormElement | null>) {
  useLayoutEffect(() => {
    const element = form.current
    const row = element?.closest('details')?.querySelector('summary')
    return () => {
      if (element?.contains(document.activeElement)) row?.focus()
    }
  }, [form])
}

/** After an answer: a good one empties what must not stay, a bad one takes the focus to where something is to be done. */
function useOutcome<Of extends Intended>(
  answer: AnswerTo<Of> | undefined,
  isFresh: boolean,
  form: RefObject<HTMLFormElement | null>,
  notice: RefObject<HTMLElement | null>,
  onDone: ((outcome: Of['done']) => void) | undefined,
) {
  useEachAnswer(answer, () => {
    if (!answer) return
    if ('done' in answer) {
      for (const secret of form.current?.querySelectorAll<HTMLInputElement>('[autocomplete$=password]') ?? []) secret.value = ''
      if (isFresh) onDone?.(answer.done)
    } else focusInSight(form.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? notice.current)
  })
}
